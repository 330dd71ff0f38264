import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { day } from "#contract/fields/day.ts";
import { listQuery } from "./list-query.ts";
import { count, id, listOf } from "./shapes.ts";

export const App = z.object({
  id,
  version: z.string(),
  date: day,
  description: z.string(),
  /** Where the package is fetched; null where there is none. */
  file: z.nullable(z.string()),
  bytes: z.nullable(count),
});
export type App = z.infer<typeof App>;

export const listApps = {
  summary: "The versions of the Android app, the newest first; without `limit` all of them",
  query: listQuery({ orders: {}, filters: {} }, { orders: ["version", "date"] }),
  reply: listOf(App),
} satisfies Shapes;

export const appFile = {
  summary: "The package of a version",
  reply: "application/vnd.android.package-archive",
} satisfies Shapes;
