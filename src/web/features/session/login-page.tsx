import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { login as loginCall } from "#contract/calls/session.ts";
import { CallError } from "#web/api/call-error.ts";
import { loadUser, login, useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { type FieldsOf, FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import "#web/ui/scan-door.ts"; // here, too, a scan sends no form
import { loginForm, loginWithCode } from "./login-form.ts";

const route = getRouteApi("/login");

export default function LoginPage() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const { loaded, user, failure } = useSession();
  const { product_title, provider_name, build_stamp } = useSettings();
  useEffect(() => {
    if (user) void navigate({ href: next ?? "/", replace: true });
  }, [user, next, navigate]);
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-4 pt-[14vh] pb-4 sm:px-[12vw]">
      <main className="w-full max-w-80">
        <h1 className="mb-6 flex items-center gap-3">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {product_title}
        </h1>
        {failure && <ErrorState error={failure} onRetry={() => loadUser({ afresh: true })} />}
        {!failure && (!loaded || user) && <Loading text="Sitzung wird geladen …" />}
        {loaded && !user && <LoginForm />}
      </main>
      <footer className="mt-auto flex flex-wrap gap-x-4 text-muted">
        <span>{provider_name}</span>
        {build_stamp && <span className="tabular-nums">Build {build_stamp}</span>}
      </footer>
    </div>
  );
}

function LoginForm() {
  const [wantsCode, setWantsCode] = useState(false);
  const form = useSend({
    rules: wantsCode ? loginWithCode : loginForm,
    start: { defaultValues: { username: "", password: "", code: "" } },
    send: async ({ code, ...credentials }) => {
      try {
        await login(wantsCode ? { ...credentials, code } : credentials);
      } catch (error) {
        if (wantsCode || !(error instanceof CallError) || error.code !== "second_factor") throw error;
        setWantsCode(true); // the password was right: only now anything is said of a second factor
      }
    },
    route: loginCall,
    onFailure: (_, { setFocus }) => setFocus("password", { shouldSelect: true }),
    focus: "username",
  });
  return (
    <Form className="" onSubmit={form.submit}>
      <FormField of={form} name="username" label="E-Mail" required>
        {(bound) => (
          <TextInput type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...bound} />
        )}
      </FormField>
      <FormField of={form} name="password" label="Passwort" required>
        {(bound) => <TextInput type="password" autoComplete="current-password" {...bound} />}
      </FormField>
      {wantsCode && <CodeField of={form} focus={() => form.setFocus("code")} />}
      <div role="alert" className="min-h-5 text-danger">
        {form.failure?.message}
      </div>
      <Button type="submit" look="primary" pending={form.isPending}>
        Anmelden
      </Button>
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
