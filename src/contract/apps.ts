import * as z from "zod/mini";
import { route } from "./route.ts";
import { count, day, id, listOf, listQuery } from "./shapes.ts";

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

export const listApps = route({
  method: "GET",
  path: "/apps/",
  access: "staff",
  writes: false,
  summary: "The versions of the Android app, the newest first; without `limit` all of them",
  query: listQuery(["version", "date"], {}),
  reply: listOf(App),
});

export const appFile = route({
  method: "GET",
  path: "/apps/{id}/file/",
  access: "staff",
  writes: false,
  summary: "The package of a version",
  reply: "application/vnd.android.package-archive",
});
