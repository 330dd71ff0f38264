import type { List } from "#contract/list.ts";
import { DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";

export const deliveryList = {
  orders: { code: "Nummer", customer: "Kunde", kind: "Art", state: "Status", time: "Datum" },
  filters: {
    box: { label: "Box", type: "search" },
    content: { label: "Inhalt", type: "search" },
    state: { label: "Status", type: "choice", values: DeliveryState, texts: deliveryStateText },
  },
} as const satisfies List;
