import { nameLength } from "#contract/limits.ts";
import type { List } from "#contract/list.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { DeliveryKind, deliveryKindText, DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";

export const deliveryList = {
  orders: { code: "Nummer", customer: "Kunde", kind: "Art", state: "Status", time: "Datum" },
  filters: {
    box: { label: "Box", type: "search" },
    content: { label: "Inhalt", type: "search" },
    customer: { label: "Kunde", type: "number", max: maxCustomerCode, of: "customers", access: "staff" },
    kind: { label: "Art", type: "choice", values: DeliveryKind, texts: deliveryKindText },
    state: { label: "Status", type: "choice", values: DeliveryState, texts: deliveryStateText },
    day: { label: "Datum", type: "day" },
    cost_centre: { label: "Kostenstelle", type: "text", max: nameLength },
  },
} as const satisfies List;
