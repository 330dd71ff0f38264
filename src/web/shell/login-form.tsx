import { type ReactNode, useEffect, useState } from "react";
import { login as loginCall } from "#contract/calls/access/session.ts";
import { CallError } from "#web/api/call-error.ts";
import { signInAtDesk } from "#web/api/session.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { loginForm, loginWithCode } from "./login-rules.ts";

/** `email`: of whoever was here, where nobody else may go on. */
export function LoginForm({ email = "", others }: { email?: string; others?: ReactNode }) {
  const [wantsCode, setWantsCode] = useState(false);
  const form = useSend({
    rules: wantsCode ? loginWithCode : loginForm,
    start: { defaultValues: { username: email, password: "", code: "" } },
    send: async ({ code, ...credentials }) => {
      try {
        await signInAtDesk(wantsCode ? { ...credentials, code } : credentials);
      } catch (error) {
        if (wantsCode || !(error instanceof CallError) || error.code !== "second_factor") throw error;
        setWantsCode(true); // the password was right: only now anything is said of a second factor
      }
    },
    route: loginCall,
    onFailure: (_, { setFocus }) => setFocus("password", { shouldSelect: true }),
    focus: email === "" ? "username" : "password",
  });
  return (
    <Form className="" onSubmit={form.submit}>
      <FormField of={form} name="username" label="E-Mail" required>
        {(bound) => (
          <TextInput
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={email !== ""}
            {...bound}
          />
        )}
      </FormField>
      <FormField of={form} name="password" label="Passwort" required>
        {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
      </FormField>
      {wantsCode && <CodeField of={form} focus={() => form.setFocus("code")} />}
      <div role="alert" className="min-h-5 text-danger">
        {form.failure?.message}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={form.isPending}>
          Anmelden
        </Button>
        {others}
      </div>
    </Form>
  );
}

/** The code of an app, or one that was noted for the day on which the telephone is lost: that one has letters. */
function CodeField({ of, focus }: { of: FieldsOf<"code">; focus: () => void }) {
  const [isRecovery, setIsRecovery] = useState(false);
  // oxlint-disable-next-line react/exhaustive-deps -- when it appears, and when it is another one
  useEffect(focus, [isRecovery]);
  return (
    <>
      <FormField
        of={of}
        name="code"
        label={isRecovery ? "Wiederherstellungscode" : "Sechsstelliger Code"}
        required
        hint={isRecovery ? "einer der Codes, die Sie sich notiert haben" : "aus der App auf Ihrem Telefon"}
      >
        {(bound) => (
          <TextInput
            className="tabular-nums"
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...bound}
          />
        )}
      </FormField>
      <div>
        <Button look="quiet" className="-ml-3" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? "Code aus der App eingeben" : "Telefon nicht zur Hand?"}
        </Button>
      </div>
    </>
  );
}
