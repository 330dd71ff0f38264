import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { day } from "#contract/fields/day.ts";
import { listQuery } from "#contract/schemas/list-query.ts";
import { count, id, listOf } from "#contract/schemas/shapes.ts";

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
  scope: "read",
  summary: "The versions of the Android app, the newest first; without `limit` all of them",
  query: listQuery({ orders: {}, filters: {} }, { orders: ["version", "date"] }),
  reply: listOf(App),
} satisfies Shapes;

const androidPackage = "application/vnd.android.package-archive";

export const appFile = {
  scope: "read",
  summary: "The package of a version, made for this server unless another one was added",
  reply: androidPackage,
} satisfies Shapes;

/** App that a phone fetches without signing in, and the means to verify it. */
export const AppTicket = z.object({
  version: z.string(),
  /** Where the package is fetched until it `expires`; a QR code of it as a `data:` address. */
  url: z.string(),
  expires: z.iso.datetime(),
  qrcode: z.string(),
  /** Address that the package opens; empty where it is typed on the device, null for a package that was added. */
  address: z.nullable(z.string()),
  bytes: count,
  sha256: z.string(),
  /** Fingerprint of the certificate that signed the package; null for a package that was added. */
  certificate_sha256: z.nullable(z.string()),
});

export const appTicket = {
  scope: null,
  summary: "An address, good for ten minutes, at which a phone fetches the package of a version without signing in",
  reply: AppTicket,
} satisfies Shapes;

export const appPackage = {
  scope: null,
  summary: "The package that a ticket is for",
  query: z.object({ ticket: z.string().check(z.maxLength(1000)) }),
  reply: androidPackage,
} satisfies Shapes;
