import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  endOtherSessions,
  endSession,
  endUserSession,
  listSessions,
  listUserSessions,
} from "#contract/calls/access/sessions.ts";
import type { Reply } from "#contract/route.ts";
import type { Session } from "#contract/schemas/access/sessions.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { showUserName } from "#rules/access/users.ts";
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

/** Where somebody is signed in, to be ended one by one or all others. */
export function SessionsSection() {
  const query = useQuery(queryFor(listSessions));
  const { data } = query;
  const { isPending, start, ask } = useActions<string>([endSession, endOtherSessions]);
  const end = (session: Session) =>
    start(endName(session), async () => {
      await call(endSession, { path: { id: session.id } });
      return successTexts.sessionEnded;
    });
  const endOthers = () => {
    const text = "Auf allen anderen Geräten müssen Sie sich dann neu anmelden.";
    const question = { title: "Andere Geräte abmelden", text, action: "Alle anderen abmelden", danger: true };
    return ask("others", question, async () => {
      await call(endOtherSessions);
      return successTexts.sessionsEnded;
    });
  };
  const hasOthers = data?.results.some(({ current }) => !current);
  return (
    <Devices
      query={query}
      end={end}
      isPending={isPending}
      actions={
        <Button
          pending={isPending("others")}
          disabledReason={!hasOthers && "Sie sind nur hier angemeldet."}
          onClick={() => void endOthers()}
        >
          Alle anderen abmelden
        </Button>
      }
    />
  );
}

/** Where somebody else is signed in, for staff: the session of a lost phone is ended here, after a question. */
export function UserSessionsSection({ user }: { user: User }) {
  const query = useQuery(queryFor(listUserSessions, { path: { id: user.id } }));
  const { isPending, ask } = useActions<string>([endUserSession]);
  const end = (session: Session) => {
    const question = { title: "Gerät abmelden", text: endingOf(user, session), action: "Gerät abmelden", danger: true };
    return ask(endName(session), question, async () => {
      await call(endUserSession, { path: { id: user.id, session: session.id } });
      return successTexts.sessionEnded;
    });
  };
  return <Devices query={query} end={(session) => void end(session)} isPending={isPending} />;
}

/** Explains what it means to end a session of somebody else; only staff have phones that scan. */
function endingOf(user: User, { device, created }: Session): string {
  const name = showUserName(user);
  const text = `${name} wird auf diesem Gerät abgemeldet (${device}, angemeldet ${showDateTime(created)}).`;
  if (!user.is_staff) return text;
  return `${text} Ist es ein Gerät im Lager, löscht es den Bestand, den es kennt, sobald es den Server erreicht. Was darauf gescannt und noch nicht gesendet ist, bleibt auf dem Gerät, bis ${name} sich dort wieder anmeldet.`;
}

interface DevicesProps {
  readonly query: Pick<UseQueryResult<Reply<typeof listSessions>>, "data" | "error" | "isFetching" | "refetch">;
  readonly end: (session: Session) => void;
  readonly isPending: (name: string) => boolean;
  readonly actions?: ReactNode;
}

function Devices({ query: { data, error, isFetching, refetch }, end, isPending, actions }: DevicesProps) {
  return (
    <Section title="Angemeldete Geräte" total={data?.count} actions={actions}>
      <DataTable
        caption="Angemeldete Geräte"
        columns={[...facts, endingBy(end, isPending)]}
        rows={data?.results}
        rowKey={({ id }) => id}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState reason="Dieser User ist zurzeit nirgends angemeldet." />}
        skeletonRows={2}
      />
    </Section>
  );
}

const endName = ({ id }: Session) => `end ${id}`;

const endingBy = (end: (session: Session) => void, isPending: (name: string) => boolean): TableColumn<Session> => ({
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

const facts: readonly TableColumn<Session>[] = [
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
