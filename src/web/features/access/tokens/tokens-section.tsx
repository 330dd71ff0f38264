import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide";
import { useState } from "react";
import { endToken, listTokens, listUserTokens } from "#contract/calls/access/tokens.ts";
import type { ApiToken, NewApiToken } from "#contract/schemas/access/tokens.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { showScopes } from "#rules/access/token-scopes.ts";
import { showUserName } from "#rules/access/users.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { showDateTime, showDay } from "#web/ui/berlin-time.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { NewToken } from "./new-token.tsx";
import { TokenDialog } from "./token-dialog.tsx";

/** Lists the tokens with which programs call in somebody's name: the user's own, those of a service account, or another person's to be ended. */
export function TokensSection({ user }: { user: User }) {
  const me = useSession().user;
  const isOwn = me?.id === user.id;
  const manages = me?.manages_users ?? false;
  const [isAsked, setIsAsked] = useState(false);
  const [made, setMade] = useState<NewApiToken | null>(null);
  const own = useQuery({ ...queryFor(listTokens), enabled: isOwn });
  const others = useQuery({ ...queryFor(listUserTokens, { path: { id: user.id } }), enabled: !isOwn });
  const { data, error, isFetching, refetch } = isOwn ? own : others;
  const { isPending, ask } = useActions<string>([endToken]);
  const end = (token: ApiToken) => {
    const text = `„${token.name}“ kommt dann sofort nicht mehr herein. Das lässt sich nicht rückgängig machen.`;
    return ask(endName(token), { title: "Token beenden", text, action: "Token beenden", danger: true }, async () => {
      await call(endToken, { path: { id: token.id } });
      return "Token beendet";
    });
  };
  const mayMake = isOwn || (user.service && manages);
  return (
    <Section
      title="Zugänge für Programme"
      total={data?.count}
      actions={
        mayMake && (
          <Button icon={Plus} onClick={() => setIsAsked(true)}>
            Token anlegen
          </Button>
        )
      }
    >
      <p className="mb-2 max-w-prose text-muted">{introductionOf(user, isOwn)}</p>
      {mayMake && (
        <p className="mb-2">
          <a className="text-link" href={descriptionOfCalls} target="_blank" rel="noreferrer">
            Beschreibung der Aufrufe
          </a>
        </p>
      )}
      {made && <NewToken token={made} onLeave={() => setMade(null)} />}
      <DataTable
        caption="Zugänge für Programme"
        columns={isOwn || manages ? [...facts, ending((token) => void end(token), isPending)] : facts}
        rows={data?.results}
        rowKey={({ id }) => id}
        fetching={isFetching}
        error={error}
        onRetry={refetch}
        empty={<EmptyState reason="Noch kein Programm hat ein Token." />}
        skeletonRows={1}
      />
      {isAsked && <TokenDialog user={user} onMade={setMade} onClose={() => setIsAsked(false)} />}
    </Section>
  );
}

function introductionOf(user: User, isOwn: boolean): string {
  if (user.service) return "Mit einem Token ruft ein Programm unter diesem Namen auf, im Rahmen der Berechtigungen.";
  if (isOwn)
    return "Mit einem Token arbeitet ein Programm in Ihrem Namen, ohne Ihr Passwort zu kennen. Es darf nie mehr als Sie selbst.";
  return `Programme, die unter dem Namen von ${showUserName(user)} aufrufen. Anlegen kann sie nur dieser User.`;
}

/** No screen: the server's own page. */
const descriptionOfCalls = "/api/docs/guide/";

const endName = ({ id }: ApiToken) => `end ${id}`;

const ending = (end: (token: ApiToken) => void, isPending: (name: string) => boolean): TableColumn<ApiToken> => ({
  key: "end",
  label: "Beenden",
  bare: true,
  phone: "beside",
  cell: (token) => (
    <Button
      look="quiet"
      aria-label={`Token ${token.name} (${token.prefix}) beenden`}
      pending={isPending(endName(token))}
      onClick={() => end(token)}
    >
      Beenden
    </Button>
  ),
});

const facts: readonly TableColumn<ApiToken>[] = [
  {
    key: "name",
    label: "Name",
    grow: true,
    cell: ({ name, prefix }) => (
      <>
        {name} <span className="text-muted tabular-nums">{prefix}…</span>
      </>
    ),
  },
  {
    key: "scopes",
    label: "Berechtigungen",
    cell: ({ scopes, customer }) => (
      <>
        {showScopes(scopes)}
        {customer && <span className="text-muted"> (nur {showCustomer(customer)})</span>}
      </>
    ),
  },
  { key: "expires", label: "Gültig bis", cell: (token) => <Term token={token} /> },
  { key: "used", label: "Zuletzt benutzt", cell: (token) => <LastUse token={token} /> },
];

/** The last day of it, not the midnight after. */
function Term({ token: { expires, is_expired } }: { token: ApiToken }) {
  if (is_expired) return <Badge tone="quiet">abgelaufen</Badge>;
  return (
    <span className="tabular-nums">
      <span className="text-muted sm:hidden">gültig bis </span>
      {showDay(new Date(Date.parse(expires) - 1).toISOString())}
    </span>
  );
}

function LastUse({ token: { last_used, last_address } }: { token: ApiToken }) {
  if (last_used === null) return <span className="text-muted">noch nie</span>;
  return (
    <span className="tabular-nums">
      <span className="text-muted sm:hidden">zuletzt benutzt </span>
      {showDateTime(last_used)} <span className="text-muted">{last_address}</span>
    </span>
  );
}
