import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { LabelSizeName } from "#rules/paper/label-sizes.ts";
import type { Reader, Transaction } from "#server/database/database.ts";
import type { Message } from "./message-leases.ts";
import { queueMessages } from "./queue-message.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The roll in the printer, and how it prints. */
export interface PrintRoll {
  readonly size: LabelSizeName;
  readonly dpi: 203 | 300;
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
}
interface Box {
  readonly code: string;
  readonly customer: { readonly code: number; readonly name: string };
  readonly amount: number;
}
interface Place {
  readonly id: number;
  readonly number: number;
  readonly area: string;
  readonly part: number;
  readonly height: number;
}

/** Content that one message prints: labels of boxes or of places on a roll. */
export type PrintJob =
  | { readonly document: "boxLabelZpl"; readonly data: PrintRoll & { readonly labels: readonly Box[] } }
  | { readonly document: "placeLabelZpl"; readonly data: PrintRoll & { readonly places: readonly Place[] } };

/** Data that the sender of labels reads. */
export type PrintPayload = PrintJob & {
  readonly printer: string;
  /** Number of labels that come out of the printer. */
  readonly labels: number;
  /** Set where somebody began to send the labels. */
  readonly begun?: true;
};

/** Whoever prints there, in order. */
const targetOf = (printer: string) => `print:${printer}`;

/** Queues pieces of a print for a printer, in this order, in the transaction of whoever asks for it. */
export async function queuePrint(
  tx: Transaction,
  printer: string,
  pieces: readonly (PrintJob & { readonly labels: number })[],
): Promise<void> {
  const print = randomUUID();
  const messages = pieces.map((piece, index) => ({
    kind: "print" as const,
    target: targetOf(printer),
    payload: { ...piece, printer } satisfies PrintPayload,
    dedupe: `print ${print} ${index}`,
  }));
  await queueMessages(tx, messages);
}

/** Notes that labels are being sent from now on; false where the lease ran out, and another one may send them. */
export async function beginPrint(tx: Transaction, { id, tries }: Message): Promise<boolean> {
  const { rows } = await sql`
    update messages set payload = payload || '{"begun": true}'
    where id = ${id} and tries = ${tries} and done_at is null and leased_until > now() returning id`.execute(tx);
  return rows.length > 0;
}

/** Queue of a printer: the waiting labels, why the next of them was not printed, and how many prints a person has to look at. */
export interface PrinterQueue {
  readonly name: string;
  readonly waiting: number;
  readonly trouble: string | null;
  readonly failed: number;
}

/** The queue of one printer. */
export async function printerQueue(db: Reader, name: string): Promise<PrinterQueue> {
  const [queue] = await printerQueues(db, [name]);
  return queue ?? { name, waiting: 0, trouble: null, failed: 0 };
}

const printerQueueColumns = selectList<PrinterQueue>({
  ...fromTable("open", "waiting", "trouble"),
  name: "p.name",
  failed: "failed.count",
});

/** The queues of these printers, in this order. */
export async function printerQueues(db: Reader, names: readonly string[]): Promise<PrinterQueue[]> {
  const { rows } = await sql<PrinterQueue>`
    select ${printerQueueColumns}
    from unnest(${names}::text[]) with ordinality p (name, place)
    cross join lateral (
      select coalesce(sum((payload ->> 'labels')::int), 0)::int as waiting, (array_agg(failure order by id))[1] as trouble
      from messages where done_at is null and target = 'print:' || p.name) open
    cross join lateral (
      select count(*)::int as count from messages where failed and target = 'print:' || p.name) failed
    order by p.place`.execute(db);
  return rows;
}
