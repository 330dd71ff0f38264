import { nameLength } from "#contract/limits.ts";
import type { List } from "#contract/list.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";

export const customerList = {
  orders: {
    code: "Code",
    name: "Name",
    count_boxes: "Boxen",
    count_boxcontents: "Inhalte",
    count_boximages: "Bilder",
  },
  filters: {
    code: { label: "Code", type: "number", max: maxCustomerCode },
    name: { label: "Name", type: "text", max: nameLength },
  },
} as const satisfies List;
