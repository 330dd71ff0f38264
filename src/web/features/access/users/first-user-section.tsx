import { useState } from "react";
import * as z from "zod/mini";
import { createUser } from "#contract/calls/access/users.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { name } from "#contract/fields/texts.ts";
import { email } from "#contract/fields/user.ts";
import type { NewUser } from "#contract/schemas/access/users.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { showUserName } from "#rules/access/users.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { InitialPassword } from "./initial-password.tsx";
import { MissingAccess } from "./missing-access.tsx";
import { type AccessFailure, tryAccess } from "./new-user.ts";
import { InviteTick } from "./invite-tick.tsx";
import { onlyManagers } from "./only-managers.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";

const rules = z.object({ first_name: name, last_name: name, email });
const empty = { first_name: "", last_name: "", email: "" };

/** Adds the user who sees the customer's boxes, and shows their initial password where no invitation was sent. */
export function FirstUserSection({ customer }: { customer: CustomerDetail }) {
  const [added, setAdded] = useState<NewUser | null>(null);
  const [failure, setFailure] = useState<AccessFailure | null>(null);
  const [isInvited, setInvited] = useState(false);
  const mayAdd = useSession().user?.manages_users ?? false;
  const users = customer.users ?? [];
  if (added || failure)
    return (
      <div className="grid gap-3">
        {failure && <MissingAccess of={failure} onGiven={() => setFailure(null)} />}
        {added && <InitialPassword user={added} onLeave={() => setAdded(null)} />}
      </div>
    );
  if (users.length > 0) return <p>{users.map(showUserName).join(", ")}</p>;
  if (!mayAdd) return <p className="text-muted">{onlyManagers}</p>;
  return (
    <UserForm
      customer={customer}
      isInvited={isInvited}
      onInvited={setInvited}
      onAdded={(user, missing) => {
        if (!isInvited) setAdded(user);
        setFailure(missing);
      }}
    />
  );
}

type UserFormProps = {
  customer: CustomerDetail;
  isInvited: boolean;
  onInvited: (on: boolean) => void;
  onAdded: (user: NewUser, missing: AccessFailure | null) => void;
};

function UserForm({ customer, isInvited, onInvited, onAdded }: UserFormProps) {
  const form = useSend({
    rules,
    start: { defaultValues: empty },
    send: async (valid, once) => {
      const user = await call(createUser, { body: { ...valid, ...(isInvited && { invite: true }) }, once });
      return { user, missing: await tryAccess(customer.id, user) };
    },
    route: createUser,
    done: successTexts.userAdded,
    loss: "Der User wird nicht hinzugefügt.",
    onSent: async ({ user, missing }) => {
      onAdded(user, missing);
      await invalidate(editCustomer);
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <FormField of={form} name="first_name" label="Vorname" required />
      <FormField of={form} name="last_name" label="Nachname" required />
      <FormField of={form} name="email" label="E-Mail" required />
      <InviteTick checked={isInvited} onChange={onInvited} />
      <FormActions>
        <Button type="submit" look="primary" pending={form.isPending}>
          User hinzufügen
        </Button>
      </FormActions>
    </Form>
  );
}
