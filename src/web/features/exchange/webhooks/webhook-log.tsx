import { useQuery } from "@tanstack/react-query";
import { resendWebhook, webhookLog } from "#contract/calls/exchange/webhooks.ts";
import type { Webhook, WebhookMessage } from "#contract/schemas/exchange/webhooks.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { showWhat } from "./webhook-texts.ts";

const soon = 5_000; // ms, while something is under way

/** The last messages, each to be sent once more. */
export function WebhookLog({ of: { id, state } }: { of: Webhook }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(webhookLog, { path: { id } }),
    refetchInterval: ({ state: { data: known } }) => (known?.results.some(({ done }) => done === null) ? soon : false),
  });
  const { start, isPending } = useActions<string>([resendWebhook]);
  const resend: TableColumn<WebhookMessage> = {
    key: "resend",
    label: "Erneut senden",
    bare: true,
    cell: ({ message, created, done }) =>
      done !== null &&
      state === "active" && (
        <Button
          look="quiet"
          aria-label={`Nachricht vom ${showDateTime(created)} erneut senden`}
          pending={isPending(message)}
          onClick={() =>
            start(message, async () => {
              await call(resendWebhook, { path: { id }, body: { message } });
              return "Wird erneut gesendet";
            })
          }
        >
          Erneut senden
        </Button>
      ),
  };
  return (
    <Section title="Letzte Nachrichten" total={data?.results.length}>
      <DataTable
        caption="Letzte Nachrichten"
        columns={[...facts, resend]}
        rows={data?.results}
        rowKey={({ message }) => message}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState text="Es wurde noch nichts gesendet." />}
        skeletonRows={3}
      />
    </Section>
  );
}

function Outcome({ of: { done, failed, tries, note } }: { of: WebhookMessage }) {
  if (done === null && tries === 0) return <Badge tone="grey">wartet</Badge>;
  if (done === null) return <Badge tone="amber">{tries === 1 ? "1 Versuch" : `${tries} Versuche`}</Badge>;
  if (!failed && note !== null) return <Badge tone="grey">nicht gesendet</Badge>;
  return <Badge tone={failed ? "red" : "green"}>{failed ? "nicht angekommen" : "angekommen"}</Badge>;
}

const facts: readonly TableColumn<WebhookMessage>[] = [
  {
    key: "created",
    label: "Zeit",
    main: true,
    cell: ({ created }) => <span className="tabular-nums">{showDateTime(created)}</span>,
  },
  { key: "what", label: "Was", cell: showWhat },
  { key: "note", label: "Antwort", grow: true, cell: ({ note }) => note },
  { key: "outcome", label: "Ergebnis", phone: "beside", cell: (message) => <Outcome of={message} /> },
];
