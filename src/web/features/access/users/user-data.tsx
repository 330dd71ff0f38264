import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { editUser } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { showUserName } from "#rules/access/users.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/queries.ts";
import { reloadUser, useSession } from "#web/api/session.ts";
import type { Beside } from "#web/forms/messages-beside.ts";
import { reloadAfter, useSeen } from "#web/forms/use-seen.ts";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { UserFields } from "./user-fields.tsx";
import { onlyManagers } from "./only-managers.ts";
import { userChanges, fieldsOf, userFields, userForm } from "./user-form.ts";
import { userQuery } from "./user-loader.ts";

/** Puts the objection to a change of rights beside the tick that was changed. */
const beside: Beside = ({ fields: { manages_users, ...fields }, code, message }) =>
  code === "last_staff"
    ? { is_staff: message }
    : { ...fields, ...(manages_users !== undefined && { without_users: manages_users }) };

/** A user's data to read and to change; only what changed is sent. */
export function UserData({ user }: { user: User }) {
  const navigate = useNavigate();
  const me = useSession().user;
  const own = me?.id === user.id;
  const [rules] = useState(() => userForm(user));
  const form = useSend({
    rules,
    start: { mode: "onChange", values: fieldsOf(user) },
    ask: (valid) => mayChangeRole(user, valid.is_staff, own),
    send: (valid, once) =>
      call(editUser, { path: { id: user.id }, body: userChanges(valid, seen), once }).catch(reloadAfter(editUser)),
    route: editUser,
    done: successTexts.userUpdated,
    next: fieldsOf,
    onSent: async (saved) => {
      queryClient.setQueryData(userQuery(user.id).queryKey, saved);
      if (own) await reloadUser();
    },
    beside,
    loss: `Die Änderungen an ${showUserName(user)} werden nicht gespeichert.`,
  });
  const { isDirty, isValid } = form.formState;
  const seen: User = useSeen(user, form);
  const optional = userFields.filter((field) => fieldsOf(user)[field] === "");
  return (
    <Section title="Daten">
      <Form onSubmit={form.submit} onLeave={() => void navigate(paths.users())}>
        {!me?.manages_users && <p>{onlyManagers}</p>}
        <fieldset className="contents" disabled={!me?.manages_users}>
          <UserFields of={form} optional={optional} isStaff={form.watch("is_staff")} isService={user.service} />
        </fieldset>
        {/* Keeps its place, so that nothing moves when the first letter is typed. */}
        <div className="min-h-8 pointer-coarse:min-h-12">
          {isDirty && (
            <FormActions>
              {(isValid || form.isPending) && (
                <Button type="submit" look="primary" pending={form.isPending}>
                  User speichern
                </Button>
              )}
              <Button onClick={() => form.reset(fieldsOf(user), { keepDirtyValues: false })}>Zurücksetzen</Button>
            </FormActions>
          )}
        </div>
      </Form>
    </Section>
  );
}

/** Becoming an admin drops the customers that were assigned; no longer being one takes effect at once. */
async function mayChangeRole(user: User, isStaff: boolean, own: boolean): Promise<boolean> {
  if (isStaff === user.is_staff) return true;
  const name = showUserName(user);
  if (isStaff)
    return confirm({
      title: "Zum Admin machen",
      text: `${name} sieht und ändert dann alles.${user.customers.length > 0 ? " Die Freigaben für einzelne Kunden entfallen." : ""}`,
      action: "Zum Admin machen",
    });
  return confirm({
    title: "Admin-Rechte entziehen",
    text: own
      ? "Sie verlieren Ihre Admin-Rechte sofort und können sie sich nicht selbst zurückgeben."
      : `${name} sieht danach nur noch Kunden, für die eine Freigabe besteht.`,
    action: "Admin-Rechte entziehen",
    danger: true,
  });
}
