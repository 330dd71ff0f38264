import { dropMessage, listMessages, sendMessageAgain } from "#contract/calls/access/messages.ts";
import { messageList } from "#contract/lists/messages.ts";
import type { Message } from "#contract/schemas/access/messages.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListFilter } from "#web/lists/list-filter.tsx";
import { type ListColumn, ListTable } from "#web/lists/list-table.tsx";
import { messageColumns } from "#web/lists/message-columns.tsx";
import { isFiltered } from "#web/lists/narrowing.ts";
import { useList } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

type Column = ListColumn<Message, typeof messageList>;

const customer: Column = {
  key: "customer",
  label: "Kunde",
  cell: ({ customer: one }) => one && showCustomer(one),
};

const facts = messageColumns.filter(({ key }) => key !== "state");
const stateColumn = messageColumns.filter(({ key }) => key === "state");

/** Lists messages by mail or to other programs: those that left, those that wait, and those that failed until somebody looks at them. */
export default function MessageListPage() {
  const messages = useList({ list: messageList, call: listMessages, to: paths.messages });
  const { isPending, start } = useActions<string>([sendMessageAgain, dropMessage]);
  const actions: Column = {
    key: "actions",
    label: "Erneut senden oder erledigen",
    bare: true,
    cell: (message) => <MessageActions message={message} isPending={isPending} start={start} />,
  };
  return (
    <>
      <PageHead
        isList
        above={<ServiceLinks />}
        title="Nachrichten"
        about="Was per E-Mail, an andere Programme und an Etikettendrucker ging, in den letzten 90 Tagen, und was nicht ankam."
        total={messages.data?.count}
      />
      <ListFilter of={messages} />
      <ListTable
        of={messages}
        caption="Nachrichten"
        columns={[...facts, customer, ...stateColumn, actions]}
        empty={<NoMessages isNarrowed={isFiltered(messageList, messages.search)} />}
      />
    </>
  );
}

function NoMessages({ isNarrowed }: { isNarrowed: boolean }) {
  if (!isNarrowed)
    return (
      <ListEmpty
        to="/account"
        look="button"
        drawing={<Drawing of="letter" />}
        text="Es wurde noch nichts gesendet."
        reason="Nachrichten gehen von selbst hinaus: an Kunden, an die Verwaltung und an andere Programme."
      >
        Eigene Benachrichtigungen
      </ListEmpty>
    );
  return (
    <ListEmpty
      {...paths.messages()}
      look="button"
      drawing={<Drawing of="lens" />}
      reason="Keine Nachricht passt zu den Filtern."
    >
      Filter zurücksetzen
    </ListEmpty>
  );
}

type MessageActionsProps = { message: Message } & ReturnType<typeof useActions<string>>;

/** Offers the actions on a message. A failed one is sent again or done with; one that waits for a printer is given up. */
function MessageActions({
  message: { id, kind, state, text },
  isPending,
  start,
}: Pick<MessageActionsProps, "message" | "isPending" | "start">) {
  const waits = kind === "print" && state === "waiting";
  if (state !== "failed" && !waits) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {!waits && (
        <Button
          look="quiet"
          aria-label={`${text}: nochmals senden`}
          pending={isPending(`send ${id}`)}
          onClick={() =>
            start(`send ${id}`, async () => {
              await call(sendMessageAgain, { path: { id } });
              return "Wird nochmals gesendet";
            })
          }
        >
          Nochmals senden
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={`${text}: ${waits ? "verwerfen" : "erledigt"}`}
        pending={isPending(`drop ${id}`)}
        onClick={() =>
          start(`drop ${id}`, async () => {
            await call(dropMessage, { path: { id } });
            return waits ? "Verworfen" : "Erledigt";
          })
        }
      >
        {waits ? "Verwerfen" : "Erledigt"}
      </Button>
    </span>
  );
}
