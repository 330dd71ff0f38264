import { AuditKind } from "#rules/access/audit/audit.ts";
import { maxPrinted, printPieces } from "#rules/paper/printers.ts";
import * as refused from "#rules/texts/printer-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { type PrintRoll, queuePrint } from "#server/database/messages/print-messages.ts";
import type { BoxLabel, PlaceLabel } from "#server/documents/labels/label-elements.ts";
import type { LabelPrinter } from "#server/messages/print/printer-line.ts";
import { badInput } from "#server/http/errors.ts";

const sum = (labels: readonly { readonly amount: number }[]) => labels.reduce((all, { amount }) => all + amount, 0);

function refuseWrong({ printer, printers }: Print, labels: number, field: "codes" | "parts"): void {
  if (!printers.some(({ name }) => name === printer)) throw badInput({ printer: [refused.noSuchPrinter(printer)] });
  if (labels > maxPrinted) throw badInput({ [field]: [refused.tooManyPrinted(maxPrinted)] });
}

/** Where it is printed, of which printers, and on what. */
interface Print {
  readonly printer: string;
  readonly printers: readonly LabelPrinter[];
  readonly roll: PrintRoll;
}

/** Queues the labels of boxes for a printer. @throws a 400 where no printer is called so, and for more than go there at once */
export async function printBoxes(
  tx: Transaction,
  actor: Actor,
  print: Print,
  labels: readonly BoxLabel[],
): Promise<void> {
  refuseWrong(print, sum(labels), "codes");
  const pieces = printPieces(labels).map((piece) => ({
    document: "boxLabelZpl" as const,
    data: { ...print.roll, labels: piece },
    labels: sum(piece),
  }));
  await queuePrint(tx, print.printer, pieces);
  const customers = new Set(labels.map(({ customer }) => customer.code));
  const meta = { document: "boxLabelZpl", amount: sum(labels) } as const;
  await record(tx, actor, {
    kind: AuditKind.documentMade,
    customer: customers.size === 1 ? labels[0]?.customer.code : undefined,
    box: labels.length === 1 ? labels[0]?.code : undefined,
    meta,
  });
}

/** Queues the labels of places for a printer. @throws a 400 where no printer is called so, and for more than go there at once */
export async function printPlaces(
  tx: Transaction,
  actor: Actor,
  print: Print,
  places: readonly PlaceLabel[],
): Promise<void> {
  refuseWrong(print, places.length, "parts");
  const pieces = printPieces(places.map((place) => ({ ...place, amount: 1 }))).map((piece) => ({
    document: "placeLabelZpl" as const,
    data: { ...print.roll, places: piece },
    labels: piece.length,
  }));
  await queuePrint(tx, print.printer, pieces);
  const meta = { document: "placeLabelZpl", amount: places.length } as const;
  await record(tx, actor, { kind: AuditKind.documentMade, meta });
}
