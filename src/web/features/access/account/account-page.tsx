import { useQuery } from "@tanstack/react-query";
import { getSecondFactor } from "#contract/calls/access/second-factor.ts";
import { listSessions } from "#contract/calls/access/sessions.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { TokensSection } from "#web/features/access/tokens/tokens-section.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { showCustomer } from "#rules/stock/box-code.ts";
import { ExportButton } from "#web/exports/export-button.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { CompanySection } from "./company-section.tsx";
import { FactorSection } from "./factor-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecordSection } from "./record-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const OwnNotifications = onDemand(
  async () =>
    (await import("#web/features/access/notifications/own-notifications-section.tsx")).OwnNotificationsSection,
);

/** Shows the ways in which somebody signs in, and the places where they are signed in. */
export default function AccountPage() {
  const { user } = useSession();
  const { company_sign_in } = useSettings();
  // both come before what stands below them, which would be pushed down
  const waits = [useQuery(queryFor(getSecondFactor)), useQuery(queryFor(listSessions))].some(
    ({ isLoading }) => isLoading,
  );
  if (!user) return null;
  // only the recovery codes belong on paper
  const password = (
    <div data-screen-only>
      <PasswordSection user={user} />
    </div>
  );
  const isRequired = user.second_factor === "required";
  return (
    <>
      <div data-screen-only>
        <PageHead title="Mein Zugang" />
        <p className="text-muted">Sie melden sich mit {user.email} an.</p>
      </div>
      {!isRequired && password}
      <FactorSection />
      {isRequired && password}
      {!waits && (
        <div data-screen-only className="max-w-4xl">
          {company_sign_in !== null && <CompanySection name={company_sign_in} />}
          <SessionsSection />
          {!isRequired && <OwnNotifications />}
          {!isRequired && <TokensSection user={user} />}
          {!user.is_staff && user.customers.length > 0 && !isRequired && (
            <p className="mt-6">
              <TextLink to="/colleagues" className="underline">
                Kollegen
              </TextLink>{" "}
              ansehen und einladen
            </p>
          )}
          <ExportSection />
          {!isRequired && <RecordSection user={user} />}
          <p className="mt-6 text-muted">
            <a className="text-link" href="/licences.txt" target="_blank" rel="noreferrer">
              Lizenzen der verwendeten Programme
            </a>
          </p>
        </div>
      )}
    </>
  );
}

/** Everything of the customers that somebody may manage; nothing where there is none. */
function ExportSection() {
  const managedCustomers = useSession().user?.customers.filter(({ may_manage }) => may_manage) ?? [];
  if (managedCustomers.length === 0) return null;
  return (
    <Section title="Export">
      <p className="mb-2 text-muted">Alles, was das Archiv von Ihnen führt, als eine Datei.</p>
      <ul className="grid gap-2">
        {managedCustomers.map((customer) => (
          <li key={customer.id}>
            <ExportButton customer={customer}>{`${showCustomer(customer)} exportieren`}</ExportButton>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <TextLink to="/webhooks" className="underline">
          Webhooks
        </TextLink>{" "}
        sagen Ihren Programmen, was sich ändert.
      </p>
    </Section>
  );
}
