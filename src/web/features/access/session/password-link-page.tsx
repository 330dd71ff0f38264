import { useLocation } from "@tanstack/react-router";
import * as z from "zod/mini";
import { requestPasswordLink, setPasswordByLink } from "#contract/calls/access/password-links.ts";
import { newPassword, ownEmail, typedPassword } from "#contract/fields/user.ts";
import { passwordLinkHours } from "#rules/access/mail-topics.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { call } from "#web/api/call.ts";
import { useSettings } from "#web/api/settings.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { OpenPage } from "./open-page.tsx";

/** Open to everybody: with a link from a mail a password is set, without one such a link is asked for. */
export default function PasswordLinkPage() {
  const token = useLocation().hash;
  return (
    <OpenPage>
      {token === "" ? <LinkRequest /> : <NewPassword token={token} />}
      <p className="mt-6">
        <TextLink to="/login">Zur Anmeldung</TextLink>
      </p>
    </OpenPage>
  );
}

const requestRules = z.object({ email: ownEmail });

function LinkRequest() {
  const { provider_name, sends_mails } = useSettings();
  const form = useSend({
    rules: requestRules,
    start: { defaultValues: { email: "" } },
    send: (body, once) => call(requestPasswordLink, { body, once }),
    route: requestPasswordLink,
    onFailure: () => undefined,
    focus: "email",
  });
  const isSent = form.answer !== undefined;
  return (
    <>
      <h1 className="mb-3">Passwort vergessen</h1>
      {!sends_mails && (
        <p>
          Auf diesem Server ist kein E-Mail-Versand eingerichtet. Bitte wenden Sie sich an{" "}
          {provider_name || "das Archiv"}.
        </p>
      )}
      {sends_mails && (
        <>
          <p className="mb-4" role="status">
            {isSent
              ? `Wenn es zu dieser Adresse einen Zugang gibt, ist eine E-Mail mit einem Link unterwegs. Er gilt ${passwordLinkHours} Stunden.`
              : "Sie bekommen eine E-Mail mit einem Link, über den Sie ein neues Passwort festlegen."}
          </p>
          <Form className="" onSubmit={form.submit}>
            <FormField of={form} name="email" label="E-Mail" required>
              {(bound) => (
                <TextInput type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...bound} />
              )}
            </FormField>
            <Failure text={form.failure?.message} />
            <div>
              <Button type="submit" look="primary" pending={form.isPending}>
                {isSent ? "Nochmals anfordern" : "Link anfordern"}
              </Button>
            </div>
          </Form>
        </>
      )}
    </>
  );
}

const passwordRules = z
  .object({ new1: newPassword, new2: typedPassword(invalid.required) })
  .check(z.refine(({ new1, new2 }) => new1 === new2, { path: ["new2"], error: invalid.mismatch }));

function NewPassword({ token }: { token: string }) {
  const form = useSend({
    rules: passwordRules,
    start: { defaultValues: { new1: "", new2: "" } },
    send: ({ new1 }, once) => call(setPasswordByLink, { body: { token, new_password: new1 }, once }),
    route: setPasswordByLink,
    next: () => ({ new1: "", new2: "" }),
    beside: ({ fields }) => ({ new1: fields["new_password"] }),
    onFailure: () => undefined,
    focus: "new1",
  });
  return (
    <>
      <h1 className="mb-3">Passwort festlegen</h1>
      {form.answer !== undefined ? (
        <p role="status">Ihr Passwort ist festgelegt. Sie können sich jetzt damit anmelden.</p>
      ) : (
        <Form className="" onSubmit={form.submit}>
          <FormField of={form} name="new1" label="Neues Passwort" required hint="mindestens 8 Zeichen">
            {(bound) => <TextInput type="password" autoComplete="new-password" {...bound} />}
          </FormField>
          <FormField of={form} name="new2" label="Neues Passwort wiederholen" required>
            {(bound) => <TextInput type="password" autoComplete="new-password" {...bound} />}
          </FormField>
          <Failure text={form.failure?.message} />
          <div>
            <Button type="submit" look="primary" pending={form.isPending}>
              Passwort festlegen
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}

const Failure = ({ text }: { text: string | undefined }) => (
  <div role="alert" className="min-h-5 text-danger">
    {text}
  </div>
);
