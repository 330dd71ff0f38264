import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { editUser, getUser } from "#contract/calls/users.ts";
import type { User } from "#contract/schemas/users.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryClient, queryFor } from "#web/api/queries.ts";
import { reloadUser, useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Section } from "#web/ui/page/section.tsx";
import { UserFields } from "./user-fields.tsx";
import { changesOf, fieldsOf, type TypedUser, type UserForm, userFields, userForm } from "./user-form.ts";
import { showUserName } from "#rules/users.ts";
import { showRefusal } from "./user-refusal.ts";

/** A user's data to read and to change; only what changed is sent. */
export function UserData({ user }: { user: User }) {
  const navigate = useNavigate();
  const own = useSession().user?.id === user.id;
  const [rules] = useState(() => userForm(user));
  const form = useForm<TypedUser, unknown, z.output<UserForm>>({
    resolver: zodResolver(rules),
    mode: "onChange",
    values: fieldsOf(user),
    resetOptions: { keepDirtyValues: true }, // somebody else's change comes in beside what is being typed
  });
  const { errors, isDirty, isValid } = form.formState;
  useLeaveQuestion(isDirty, `Die Änderungen an ${showUserName(user)} werden nicht gespeichert.`);
  const save = useMutation({
    mutationFn: (valid: z.output<UserForm>) => call(editUser, { path: { id: user.id }, body: changesOf(valid, user) }),
    meta: { inPlace: true },
    onSuccess: async (saved) => {
      notify(done.userUpdated);
      form.reset(fieldsOf(saved), { keepDirtyValues: false });
      queryClient.setQueryData(queryFor(getUser, { path: { id: user.id } }).queryKey, saved);
      if (own) await reloadUser();
      await invalidate("users", "customers");
    },
    onError: (error) => showRefusal(form, error),
  });
  const submit = form.handleSubmit(async (valid) => {
    if (await mayChangeRole(user, valid.is_staff, own)) save.mutate(valid);
  });
  const optional = userFields.filter((field) => fieldsOf(user)[field] === "");
  return (
    <Section title="Daten">
      <Form onSubmit={submit} onLeave={() => void navigate(paths.users())}>
        <UserFields register={form.register} errors={errors} optional={optional} />
        {/* Keeps its place, so that nothing moves when the first letter is typed. */}
        <div className="min-h-8 pointer-coarse:min-h-12">
          {isDirty && (
            <FormActions>
              {(isValid || save.isPending) && (
                <Button type="submit" look="primary" pending={save.isPending}>
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
