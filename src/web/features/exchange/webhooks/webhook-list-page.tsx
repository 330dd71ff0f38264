import { Plus } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { listWebhooks } from "#contract/calls/exchange/webhooks.ts";
import type { Webhook } from "#contract/schemas/exchange/webhooks.ts";
import { showUserName } from "#rules/access/users.ts";
import { showKinds } from "#rules/exchange/object-kind-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { NotedList } from "#web/lists/noted-list.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { AskWebhook, ShowSecret } from "./ask-webhook.ts";
import { WebhookStateBadge } from "./webhook-state-badge.tsx";

type NewWebhook = { readonly id: number; readonly secret: string };

/** Programs elsewhere that are notified of changes. */
export default function WebhookListPage() {
  const isStaff = useSession().user?.is_staff ?? false;
  const { data, error, isFetching, refetch } = useQuery(queryFor(listWebhooks));
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [fresh, setFresh] = useState<NewWebhook>();
  const show = ({ id, secret = "" }: Webhook & { secret?: string }) => {
    setOpen(false);
    setFresh({ id, secret });
  };
  return (
    <>
      <PageHead
        isList
        above={isStaff ? <ServiceLinks /> : <TextLink to="/account">Mein Zugang</TextLink>}
        title="Webhooks"
        total={data?.results.length}
        actions={
          data?.may_create && (
            <Button look="primary" icon={Plus} onClick={() => setOpen(true)}>
              <span className="max-sm:sr-only">Webhook anlegen</span>
            </Button>
          )
        }
      />
      <NotedList note={note} isWaiting={!data}>
        <DataTable
          caption="Webhooks"
          columns={columns(isStaff)}
          rows={data?.results}
          rowKey={({ id }) => id}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={<EmptyState text={data?.may_create ? "Es gibt keine Webhooks." : noRight} />}
          skeletonRows={2}
        />
      </NotedList>
      {isOpen && <AskWebhook onSent={show} onClose={() => setOpen(false)} />}
      {fresh && <ShowSecret secret={fresh.secret} onClose={() => void navigate(paths.webhook(fresh.id))} />}
    </>
  );
}

const note =
  "Ein Webhook sagt einem anderen Programm, welche Boxen, Inhalte oder Lieferungen sich geändert haben. Beschrieben ist das in der Dokumentation der API.";
const noRight = "Webhooks legt an, wer Kunden verwalten darf. Bitte wenden Sie sich an das Archiv.";

const columns = (isStaff: boolean): readonly TableColumn<Webhook>[] => [
  {
    key: "url",
    label: "Adresse",
    grow: true,
    main: true,
    cell: ({ id, url }) => <TextLink {...paths.webhook(id)}>{url.replace(/^https:\/\//, "")}</TextLink>,
  },
  { key: "kinds", label: "Sendet", cell: ({ kinds }) => showKinds(kinds) },
  ...(isStaff
    ? [{ key: "user", label: "Angelegt von", cell: ({ user }: Webhook) => user && showUserName(user) } as const]
    : []),
  { key: "state", label: "Stand", phone: "beside", cell: (webhook) => <WebhookStateBadge of={webhook} /> },
];
