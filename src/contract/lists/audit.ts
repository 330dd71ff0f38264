import type { List } from "#contract/list.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";

export const auditList = {
  orders: { at: "Zeit" },
  ranges: [["from", "to"]],
  filters: {
    from: { label: "Von", type: "day" },
    to: { label: "Bis", type: "day" },
    person: { label: "Person", type: "reference" },
    // what there is to choose from comes with the screen: this declaration is loaded with the first page
    kind: { label: "Art", type: "reference" },
    customer: { label: "Kunde", type: "number", max: maxCustomerCode, of: "customers" },
    box: { label: "Box", type: "box" },
  },
} as const satisfies List;
