import * as z from "zod/mini";
import { month } from "#contract/fields/billing.ts";
import { integer } from "#contract/fields/numbers.ts";
import type { Shapes } from "#contract/route.ts";

export const datevStack = {
  scope: "billing",
  summary:
    "The invoices and cancellations that were issued in a month as a DATEV Buchungsstapel (EXTF 700, category 21, version 13) in Windows-1252. Refused where an account is missing; what costs nothing has no row",
  query: z.object({ month }),
  reply: "text/csv",
} satisfies Shapes;

export const billingArchive = {
  scope: "billing",
  summary:
    "Everything that was issued in a year as one zip of known length: the XML of each invoice, what a paper one says as JSON, all lines as CSV, and a manifest of checksums",
  query: z.object({ year: integer(2000, 2199) }),
  reply: "application/zip",
} satisfies Shapes;
