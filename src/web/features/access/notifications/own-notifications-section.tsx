import { useQuery } from "@tanstack/react-query";
import { listNotifications } from "#contract/calls/access/notifications.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { useSettings } from "#web/api/settings.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { noMails } from "./no-mails.ts";
import { TopicTicks } from "./topic-ticks.tsx";

/** About what one gets mails, customer by customer. */
export function OwnNotificationsSection() {
  const { user } = useSession();
  const { sends_mails } = useSettings();
  if (!user || user.customers.length === 0) return null;
  return (
    <Section title="E-Mails">
      <p className="mb-2 max-w-prose text-muted">
        {sends_mails
          ? "Worüber Sie eine E-Mail bekommen. Links für ein neues Passwort und Anmeldungen von neuen Geräten melden wir Ihnen immer."
          : noMails}
      </p>
      {sends_mails && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {user.customers.map((customer) => (
            <li key={customer.id} className="min-h-20 rounded-md border border-line bg-surface p-3">
              <strong className="block">{showCustomer(customer)}</strong>
              <AtCustomer customer={customer} userId={user.id} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function AtCustomer({ customer: { id }, userId }: { customer: User["customers"][number]; userId: number }) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listNotifications, { path: { id } }));
  if (error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  const own = data?.results.find(({ user }) => user.id === userId);
  return own ? <TopicTicks customerId={id} of={own} /> : null;
}
