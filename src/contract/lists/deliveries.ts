import { nameLength } from "#contract/limits.ts";
import type { List } from "#contract/list.ts";
import { DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";

export const deliveryList = {
  orders: { code: "Nummer", customer: "Kunde", kind: "Art", state: "Status", time: "Datum" },
  filters: {
    box: { label: "Box", type: "text", max: nameLength, scans: true },
    content: { label: "Inhalt", type: "text", max: nameLength },
    state: { label: "Status", type: "choice", values: DeliveryState, texts: deliveryStateText },
  },
} as const satisfies List;
