import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { User } from "#contract/schemas/users.ts";
import { done } from "#rules/done-texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { changePassword } from "#contract/calls/users.ts";
import { reloadUser } from "#web/api/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Section } from "#web/ui/page/section.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { passwordForm } from "./password-form.ts";

/** Which field of the form a field of the call is. */
const fieldOf = { old_password: "old", new_password: "new1" } as const;

/** Asks a user with an initial password for an own one; until then nothing else works (product 8). */
export function ChangePassword({ user }: { user: User }) {
  const form = useForm<z.infer<typeof passwordForm>>({
    resolver: zodResolver(passwordForm),
    defaultValues: { old: "", new1: "", new2: "" },
  });
  const change = useMutation({
    mutationFn: (values: z.infer<typeof passwordForm>) =>
      call(changePassword, {
        path: { id: user.id },
        body: { old_password: values.old, new_password: values.new1 },
      }),
    onSuccess: async () => {
      notify(done.passwordChanged);
      await reloadUser();
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      for (const [field, name] of Object.entries(fieldOf)) {
        const message = error.fields[field];
        if (message) form.setError(name, { message }, { shouldFocus: true });
      }
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("old"), [setFocus]);
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => change.mutate(values));
  return (
    <Section title="Passwort ändern">
      <p className="mb-4">
        Sie haben noch ein vorläufiges Passwort. Bitte geben Sie sich ein eigenes, dann geht es weiter.
      </p>
      <form noValidate className="grid max-w-80 gap-4" onSubmit={(event) => void submit(event)}>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <Field label="Altes Passwort" required error={errors.old?.message}>
          <TextInput type="password" autoComplete="current-password" {...form.register("old")} />
        </Field>
        <Field label="Neues Passwort" required hint="mindestens 8 Zeichen" error={errors.new1?.message}>
          <TextInput type="password" autoComplete="new-password" {...form.register("new1")} />
        </Field>
        <Field label="Neues Passwort wiederholen" required error={errors.new2?.message}>
          <TextInput type="password" autoComplete="new-password" {...form.register("new2")} />
        </Field>
        <div>
          <Button type="submit" look="primary" pending={change.isPending}>
            Passwort ändern
          </Button>
        </div>
      </form>
    </Section>
  );
}
