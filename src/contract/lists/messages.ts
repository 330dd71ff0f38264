import type { List } from "#contract/list.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { MessageState, messageStateText } from "#rules/access/message-state.ts";

export const messageList = {
  orders: { created: "Zeit" },
  filters: {
    customer: { label: "Kunde", type: "number", max: maxCustomerCode, of: "customers" },
    state: { label: "Stand", type: "choice", values: MessageState, texts: messageStateText },
  },
} as const satisfies List;
