import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { login as loginCall } from "#contract/calls/session.ts";
import { loadUser, login, useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import "#web/ui/scan-door.ts"; // here, too, a scan sends no form
import { loginForm } from "./login-form.ts";

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
  const form = useSend({
    rules: loginForm,
    start: { defaultValues: { username: "", password: "" } },
    send: login,
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
      <div role="alert" className="min-h-5 text-danger">
        {form.failure?.message}
      </div>
      <Button type="submit" look="primary" pending={form.isPending}>
        Anmelden
      </Button>
    </Form>
  );
}
