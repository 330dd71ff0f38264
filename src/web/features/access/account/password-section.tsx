import { changePassword } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { reloadUser } from "#web/api/session.ts";
import { FormField } from "#web/forms/form-field.tsx";
import type { Beside } from "#web/forms/messages-beside.ts";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { passwordForm } from "./password-form.ts";

const beside: Beside = ({ fields }) => ({ old: fields["old_password"], new1: fields["new_password"] });

const empty = { old: "", new1: "", new2: "" };

/** Changes the own password. Of an initial one it says that nothing else works before (product 8). */
export function PasswordSection({ user }: { user: User }) {
  const form = useSend({
    rules: passwordForm,
    start: { defaultValues: empty },
    send: ({ old, new1 }, once) =>
      call(changePassword, { path: { id: user.id }, body: { old_password: old, new_password: new1 }, once }),
    route: changePassword,
    done: successTexts.passwordChanged,
    next: () => empty,
    onSent: reloadUser,
    beside,
    focus: user.init_password ? "old" : undefined,
  });
  return (
    <Section title="Passwort ändern">
      <p className="mb-4 max-w-prose">
        {user.init_password
          ? "Sie haben noch Ihr Initialpasswort. Bitte geben Sie sich ein eigenes, dann geht es weiter."
          : "Auf allen anderen Geräten werden Sie dabei abgemeldet. Token für Programme gelten weiter."}
      </p>
      <Form className="max-w-80" onSubmit={form.submit}>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <FormField of={form} name="old" label="Altes Passwort" required>
          {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
        </FormField>
        <FormField of={form} name="new1" label="Neues Passwort" required hint="mindestens 8 Zeichen">
          {(bound) => <TextInput type="password" autoComplete="new-password" {...bound} />}
        </FormField>
        <FormField of={form} name="new2" label="Neues Passwort wiederholen" required>
          {(bound) => <TextInput type="password" autoComplete="new-password" {...bound} />}
        </FormField>
        <div>
          <Button type="submit" look="primary" pending={form.isPending}>
            Passwort ändern
          </Button>
        </div>
      </Form>
    </Section>
  );
}
