import { useQuery } from "@tanstack/react-query";
import { listMessages } from "#contract/calls/access/messages.ts";
import { listNotifications } from "#contract/calls/access/notifications.ts";
import { showUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { messageColumns } from "#web/lists/message-columns.tsx";
import { noMails } from "./no-mails.ts";
import { TopicTicks } from "./topic-ticks.tsx";

type CustomerMailsProps = { customer: { readonly id: number; readonly code: number } };

/** About what the users of a customer get mails, and what was sent. */
export function CustomerMails({ customer }: CustomerMailsProps) {
  return (
    <>
      <Wishes customer={customer} />
      <SentMails customer={customer} />
    </>
  );
}

const contractual = "Was zum Vertrag gehört, kann nur der User selbst abbestellen, unter „Mein Zugang“.";

function Wishes({ customer: { id } }: CustomerMailsProps) {
  const { data, error, refetch, isFetching } = useQuery(queryFor(listNotifications, { path: { id } }));
  return (
    <Section title="Wer welche E-Mails bekommt">
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {data && <p className="mb-2 max-w-prose text-muted">{data.sends_mails ? contractual : noMails}</p>}
      {data?.results.length === 0 && <EmptyState text="Dieser Kunde hat noch keine User." />}
      <ul className="grid gap-3 sm:grid-cols-2">
        {data?.results.map((each) => (
          <li key={each.user.id} className="rounded-md border border-line bg-surface p-3">
            <strong className="block break-words">{showUserName(each.user)}</strong>
            <span className="block break-words text-muted">{each.user.email}</span>
            <TopicTicks customerId={id} of={each} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const mostShown = 10; // the list of all messages has the others

function SentMails({ customer: { code } }: CustomerMailsProps) {
  const query = { customer: code, limit: mostShown };
  const { data, error, refetch, isFetching } = useQuery({ ...queryFor(listMessages, { query }), staleTime: 0 });
  return (
    <Section title="Gesendet in den letzten 90 Tagen" total={data?.count}>
      <DataTable
        caption="Nachrichten"
        columns={messageColumns}
        rows={data?.results}
        rowKey={({ id }) => id}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState text="Es wurde noch nichts gesendet." />}
        skeletonRows={2}
      />
      {data && data.count > mostShown && (
        <p className="mt-2">
          <TextLink {...paths.messages({ customer: code })}>Alle Nachrichten</TextLink>
        </p>
      )}
    </Section>
  );
}
