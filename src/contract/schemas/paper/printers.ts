import * as z from "zod/mini";
import { nameLength } from "#contract/limits.ts";
import { text } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { count } from "#contract/schemas/shapes.ts";
import { labelledCodes, labelledPlaces, labelRoll } from "./services.ts";

/** A label printer, and how its queue stands. */
export const LabelPrinter = z.object({
  name: z.string(),
  /** Labels that are still to be printed there. */
  waiting: count,
  /** Why the next of them was not printed at the last try. */
  trouble: z.nullable(z.string()),
  /** Prints that were given up, or whose end nobody knows. */
  failed: count,
});
export type LabelPrinter = z.infer<typeof LabelPrinter>;

const printer = text(nameLength);

export const listPrinters = {
  scope: "read",
  summary: "The label printers that the operator named (`LABEL_PRINTERS`), and what waits at each",
  reply: z.object({ results: z.array(LabelPrinter) }),
} satisfies Shapes;

export const sendBoxLabels = {
  status: 200,
  scope: "stock",
  summary: "Print box labels on a named label printer",
  body: z.object({ printer, codes: labelledCodes, ...labelRoll }),
  reply: LabelPrinter,
} satisfies Shapes;

export const sendPlaceLabels = {
  status: 200,
  scope: "stock",
  summary: "Print labels of a row's places on a named label printer",
  body: z.object({ printer, ...labelledPlaces, ...labelRoll }),
  reply: LabelPrinter,
} satisfies Shapes;
