import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { createServiceAccount } from "#contract/calls/access/tokens.ts";
import { createUser } from "#contract/calls/access/users.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { CreatePage } from "#web/forms/create-page.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { InviteTick } from "./invite-tick.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { missingAccess, newUser, tryAccess } from "./new-user.ts";
import { UserFields } from "./user-fields.tsx";
import { emptyUser, newUserOf, serviceAccountOf, serviceForm, userForm } from "./user-form.ts";

const newUserForm = userForm();

export default function UserCreatePage() {
  const [isService, setIsService] = useState(false);
  const tick = (
    <Checkbox
      label="Dienstkonto"
      hint="Für ein Programm: ohne E-Mail und Passwort. Niemand meldet sich damit an; es arbeitet mit Token."
      checked={isService}
      onChange={({ target }) => setIsService(target.checked)}
    />
  );
  return isService ? <ServiceAccountForm>{tick}</ServiceAccountForm> : <PersonForm>{tick}</PersonForm>;
}

type FormProps = { children: ReactNode };

function PersonForm({ children }: FormProps) {
  const navigate = useNavigate();
  const [invite, setInvite] = useState(false);
  const [customer, setCustomer] = useState<number | null>(null);
  const form = useSend({
    rules: newUserForm,
    start: { defaultValues: emptyUser },
    send: async (valid, once) => {
      const user = await call(createUser, { body: { ...newUserOf(valid), ...(invite && { invite }) }, once });
      missingAccess.set(customer === null || valid.is_staff ? null : await tryAccess(customer, user));
      return user;
    },
    route: createUser,
    done: successTexts.userAdded,
    focus: "gender",
    loss: "Der User wird nicht hinzugefügt.",
    onSent: async (user) => {
      newUser.set(user);
      if (customer !== null) await invalidate(editCustomer);
      return navigate({ ...paths.users(), ignoreBlocker: true });
    },
  });
  return (
    <CreatePage of={form} title="User hinzufügen" list={paths.users()} listName="Users">
      <UserFields of={form} isStaff={form.watch("is_staff")} />
      {!form.watch("is_staff") && <AccessChoice value={customer} onChange={setCustomer} />}
      <InviteTick checked={invite} onChange={setInvite} />
      {children}
    </CreatePage>
  );
}

/** Leads to the choice of a customer, which most forms do without. */
function AccessChoice(props: { value: number | null; onChange: (id: number | null) => void }) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <AccessField {...props} />
  ) : (
    <div>
      <Button onClick={() => setOpen(true)}>Kundenzugriff geben</Button>
    </div>
  );
}

const AccessField = onDemand(async () => (await import("./access-field.tsx")).AccessField);

/** Leads to the account that was made, where its tokens are. */
function ServiceAccountForm({ children }: FormProps) {
  const navigate = useNavigate();
  const form = useSend({
    rules: serviceForm,
    start: { defaultValues: emptyUser },
    send: (valid, once) => call(createServiceAccount, { body: serviceAccountOf(valid), once }),
    route: createServiceAccount,
    done: successTexts.userAdded,
    focus: "last_name",
    loss: "Das Dienstkonto wird nicht hinzugefügt.",
    onSent: ({ id }) => navigate({ ...paths.user(id), ignoreBlocker: true }),
  });
  return (
    <CreatePage of={form} title="Dienstkonto hinzufügen" list={paths.users()} listName="Users">
      <UserFields of={form} isStaff={form.watch("is_staff")} isService />
      {children}
    </CreatePage>
  );
}
