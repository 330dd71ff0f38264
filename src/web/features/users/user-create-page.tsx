import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { createUser } from "#contract/calls/users.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button, buttonClass } from "#web/ui/button/button.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { InitialPassword } from "./initial-password.tsx";
import { showRefusal } from "./user-refusal.ts";
import { UserFields } from "./user-fields.tsx";
import { emptyUser, type TypedUser, userForm } from "./user-form.ts";

const newUserForm = userForm();

export default function UserCreatePage() {
  const navigate = useNavigate();
  const form = useForm<TypedUser, unknown, z.output<typeof newUserForm>>({
    resolver: zodResolver(newUserForm),
    defaultValues: emptyUser,
  });
  const create = useMutation({
    mutationFn: (body: z.output<typeof newUserForm>) => call(createUser, { body }),
    meta: { inPlace: true },
    gcTime: 0, // the answer carries a password
    onSuccess: async () => {
      notify(done.userAdded);
      await invalidate("users");
    },
    onError: (error) => showRefusal(form, error),
  });
  const { errors, isDirty } = form.formState;
  const added = create.data;
  useLeaveQuestion(isDirty && !added, "Der User wird nicht hinzugefügt.");
  const { setFocus } = form;
  useEffect(() => setFocus("gender"), [setFocus]);
  const toList = () => void navigate(paths.users());
  return (
    <>
      <PageHead
        above={
          <Link {...paths.users()} className="text-link">
            Users
          </Link>
        }
        title="User hinzufügen"
      />
      {added ? (
        <InitialPassword
          user={added}
          action="Zur Liste der User"
          onLeave={() => void navigate({ ...paths.users(), ignoreBlocker: true })}
        />
      ) : (
        <Form onSubmit={form.handleSubmit((values) => create.mutate(values))} onLeave={toList}>
          <UserFields register={form.register} errors={errors} />
          <FormActions>
            <Button type="submit" look="primary" pending={create.isPending}>
              User hinzufügen
            </Button>
            <Link {...paths.users()} className={buttonClass()}>
              Abbrechen
            </Link>
          </FormActions>
        </Form>
      )}
    </>
  );
}
