import type { List } from "#contract/list.ts";

export const holdList = {
  orders: { since: "Gesetzt am" },
  filters: {
    // what there is to choose from is the user's own
    customer: { label: "Kunde", type: "reference", of: "customers" },
    state: {
      label: "Stand",
      type: "choice",
      values: { active: "active", released: "released" },
      texts: { active: "gesetzt", released: "aufgehoben" },
    },
  },
} as const satisfies List;
