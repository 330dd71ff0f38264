import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { loadUser, login, useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
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
  const signIn = useMutation({ mutationFn: login, meta: { inPlace: true } });
  const form = useForm<z.input<typeof loginForm>, unknown, z.output<typeof loginForm>>({
    resolver: zodResolver(loginForm),
    defaultValues: { username: "", password: "" },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("username"), [setFocus]);
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    signIn.mutate(values, { onError: () => form.setFocus("password", { shouldSelect: true }) }),
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="E-Mail" required error={errors.username?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register("username")}
        />
      </Field>
      <Field label="Passwort" required error={errors.password?.message}>
        <TextInput type="password" autoComplete="current-password" {...form.register("password")} />
      </Field>
      <div role="alert" className="min-h-5 text-danger">
        {signIn.error?.message}
      </div>
      <Button type="submit" look="primary" pending={signIn.isPending}>
        Anmelden
      </Button>
    </form>
  );
}
