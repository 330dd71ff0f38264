import type { Message } from "#contract/schemas/access/messages.ts";
import { messageStateText } from "#rules/access/message-state.ts";
import { showUserName } from "#rules/access/users.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import type { TableColumn } from "#web/ui/table/column.ts";

/** A message as lists show it. */
export const messageColumns = [
  { key: "text", label: "Nachricht", main: true, cell: ({ text }) => text },
  {
    key: "created",
    label: "Zeit",
    cell: ({ created }) => <span className="tabular-nums">{showDateTime(created)}</span>,
  },
  { key: "user", label: "Empfänger", cell: ({ user }) => user && showUserName(user) },
  {
    key: "state",
    label: "Stand",
    grow: true,
    cell: ({ state, failure }) => (
      <>
        {messageStateText[state]}
        {failure !== null && <span className="block break-words text-muted">{failure}</span>}
      </>
    ),
  },
] satisfies readonly TableColumn<Message>[];
