import type { List } from "#contract/list.ts";

export const rowList = {
  orders: { area: "Bereich", number: "Reihe", positions_count: "Boxen", last_verified: "Zuletzt gezählt" },
  filters: { area: { label: "Bereich", type: "reference" } },
} as const satisfies List;
