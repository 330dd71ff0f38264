import type { List } from "#contract/list.ts";

export const areaList = {
  whole: true,
  orders: { name: "Name", rows_count: "Reihen", boxes_count: "Boxen" },
  filters: {},
} as const satisfies List;
