import { nameLength } from "#contract/limits.ts";
import type { List } from "#contract/list.ts";

export const userList = {
  orders: { last_name: "Name" },
  filters: {
    last_name: { label: "Nachname", type: "text", max: nameLength },
    email: { label: "E-Mail", type: "text", max: nameLength },
  },
} as const satisfies List;
