import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { loadUser, useSession, signInWith } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { LoginForm } from "#web/shell/login-form.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { pendingAnswer, wantedBefore, leaveForCompany, takeAnswer } from "#web/api/company-answer.ts";
import { openCompanySession } from "#contract/calls/access/company-sign-in.ts";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/button/button.tsx";
import { OpenPage } from "./open-page.tsx";

import "#web/ui/scan-dispatcher.ts"; // here, too, a scan sends no form

const route = getRouteApi("/login");

/** Where somebody goes who is signed in: to what they have come back from the company for, or to where they wanted to. */
const afterLogin = (next: string | undefined) =>
  pendingAnswer("identity") ? "/account" : (next ?? wantedBefore() ?? "/");

export default function LoginPage() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const { loaded, user, failure, ended } = useSession();
  const { product_title, provider_name, build_stamp, sends_mails, company_sign_in } = useSettings();
  useEffect(() => {
    if (user) void navigate({ href: afterLogin(next), replace: true });
  }, [user, next, navigate]);
  return (
    <OpenPage
      foot={
        <>
          <span>{provider_name}</span>
          {build_stamp && <span className="tabular-nums">Build {build_stamp}</span>}
        </>
      }
    >
      <h1 className="mb-2 flex items-center gap-3">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        {product_title}
      </h1>
      <Claim provider={provider_name} />
      {failure && <ErrorState error={failure} onRetry={() => loadUser({ afresh: true })} />}
      {!failure && (!loaded || user) && <Loading text="Sitzung wird geladen …" />}
      {ended && <p className="mb-4 text-muted">Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an.</p>}
      {loaded && !user && (
        <>
          <LoginForm />
          {company_sign_in !== null && <CompanyLogin name={company_sign_in} next={next} />}
          <Forgotten provider={provider_name} sendsMails={sends_mails} />
        </>
      )}
    </OpenPage>
  );
}

/** Says what people come here for. Two lines are kept for it until the provider's name is known. */
const Claim = ({ provider }: { provider: string }) => (
  <p className="mb-6 min-h-10 text-muted">
    Finden, anfordern und zurückgeben, was {provider ? "bei " : "im Archiv"}
    {provider && <b className="text-text">{provider}</b>} lagert.
  </p>
);

/** The way to a new password: by mail where mails are sent, otherwise the archive has one. */
function Forgotten({ provider, sendsMails }: { provider: string; sendsMails: boolean }) {
  const archive = provider || "das Archiv";
  return (
    <p className="mt-6 text-muted">
      {sendsMails ? (
        <>
          <TextLink to="/password">Passwort vergessen?</TextLink> Oder wenden Sie sich an {archive}.
        </>
      ) : (
        `Passwort vergessen? Bitte wenden Sie sich an ${archive}: Dort bekommen Sie ein neues.`
      )}
    </p>
  );
}

/** Signs in by the company: leads there, and goes on with what it has answered. */
function CompanyLogin({ name, next }: { name: string; next: string | undefined }) {
  const [answer] = useState(() => takeAnswer("session"));
  const leaving = useMutation({ mutationFn: () => leaveForCompany("session", next), meta: { inPlace: true } });
  const coming = useMutation({
    mutationFn: async (body: NonNullable<typeof answer>) => {
      await signInWith(await call(openCompanySession, { body }));
    },
    meta: { inPlace: true },
  });
  const { mutate } = coming;
  useEffect(() => {
    if (answer) mutate(answer);
  }, [answer, mutate]);
  const error = leaving.error ?? coming.error;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button
        className="w-full"
        pending={leaving.isPending || leaving.isSuccess || coming.isPending}
        onClick={() => leaving.mutate()}
      >
        Über {name} anmelden
      </Button>
      <div role="alert" className="mt-2 min-h-5 text-danger">
        {error?.message}
      </div>
    </div>
  );
}
