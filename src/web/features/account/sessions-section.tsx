import { useQuery } from "@tanstack/react-query";
import { endOtherSessions, endSession, listSessions } from "#contract/calls/sessions.ts";
import type { Session } from "#contract/schemas/sessions.ts";
import { done } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { useActions } from "#web/details/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { showDateTime } from "#web/ui/local-time.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Column } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

/** Where somebody is signed in, to be ended one by one or all others. */
export function SessionsSection() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(listSessions));
  const { isPending, start, ask } = useActions<string>([endSession, endOtherSessions]);
  const end = (session: Session) =>
    start(endName(session), async () => {
      await call(endSession, { path: { id: session.id } });
      return done.sessionEnded;
    });
  const endOthers = () => {
    const text = "Auf allen anderen Geräten müssen Sie sich dann neu anmelden.";
    const question = { title: "Andere Geräte abmelden", text, action: "Alle anderen abmelden", danger: true };
    return ask("others", question, async () => {
      await call(endOtherSessions);
      return done.sessionsEnded;
    });
  };
  const hasOthers = data?.results.some(({ current }) => !current);
  return (
    <Section
      title="Angemeldete Geräte"
      total={data?.count}
      actions={
        <Button
          pending={isPending("others")}
          disabledReason={!hasOthers && "Sie sind nur hier angemeldet."}
          onClick={() => void endOthers()}
        >
          Alle anderen abmelden
        </Button>
      }
    >
      <DataTable
        caption="Angemeldete Geräte"
        columns={[...facts, endingBy(end, isPending)]}
        rows={data?.results}
        rowKey={({ id }) => id}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        skeletonRows={2}
      />
    </Section>
  );
}

const endName = ({ id }: Session) => `end ${id}`;

const endingBy = (end: (session: Session) => void, isPending: (name: string) => boolean): Column<Session> => ({
  key: "end",
  label: "Abmelden",
  bare: true,
  phone: "beside",
  cell: (session) =>
    session.current ? null : (
      <Button
        look="quiet"
        aria-label={`${session.device} abmelden, angemeldet ${showDateTime(session.created)}`}
        pending={isPending(endName(session))}
        onClick={() => end(session)}
      >
        Abmelden
      </Button>
    ),
});

const facts: readonly Column<Session>[] = [
  {
    key: "device",
    label: "Gerät",
    grow: true,
    cell: ({ device, current }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {device} {current && <Badge tone="green">dieses Gerät</Badge>}
      </span>
    ),
  },
  { key: "address", label: "Adresse", cell: ({ address }) => <span className="tabular-nums">{address}</span> },
  { key: "created", label: "Angemeldet", phone: "hidden", cell: ({ created }) => time(created) },
  { key: "used", label: "Zuletzt benutzt", cell: (session) => <LastUse session={session} /> },
];

function LastUse({ session: { used, current } }: { session: Session }) {
  return (
    <>
      <span className="text-muted sm:hidden">zuletzt benutzt </span>
      {current ? "jetzt" : time(used)}
    </>
  );
}

const time = (at: string) => <span className="tabular-nums">{showDateTime(at)}</span>;
