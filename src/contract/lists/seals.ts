import type { List } from "#contract/list.ts";

export const sealList = { orders: { number: "Nummer" }, filters: {} } as const satisfies List;
