import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { addCopy as contract } from "#contract/calls/deliveries/copies.ts";
import { maxCopyPages } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { entryBilled } from "#rules/texts/billing-refusals.ts";
import * as refused from "#rules/texts/copy-refusals.ts";
import { boxState as boxIs, wrongPdf } from "#rules/texts/refusal-texts.ts";
import { type Actor, atTheMachine, record } from "#server/database/audit/audit.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { notifyCopies } from "#server/database/deliveries/notify-copies.ts";
import { type LineTarget, lockLine } from "#server/features/deliveries/deliveries/mutations.ts";
import { removeUnused } from "#server/features/stock/images/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { semaphore } from "#server/http/waiting/semaphore.ts";
import { countPdfPages } from "#server/storage/page-count.ts";
import { isPdf, type Picture, type PictureStore } from "#server/storage/pictures.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A PDF as it is kept: as it came, and never rendered here. */
export interface Copy extends Pick<Picture, "sha256" | "bytes" | "preview"> {
  readonly pages: number;
}

/** A process takes 600 MB for the largest file: one after another, whoever sent them. */
const countTurn = semaphore(1);

const faultTexts = { active: wrongPdf.active, locked: refused.lockedPdf, broken: refused.brokenPdf } as const;

/** An uploaded file as a PDF with its pages. @throws a 400 for the field `file` that says why it is none */
export async function acceptCopy(file: Buffer | null, userId: number, gone: AbortSignal): Promise<Copy> {
  if (!file || !isPdf(file)) throw badInput({ file: [refused.noPdf] });
  const count = await countTurn(String(userId), () => countPdfPages(file, gone));
  if ("fault" in count) throw badInput({ file: [faultTexts[count.fault]] });
  const { pages } = count;
  if (pages === 0) throw badInput({ file: [refused.emptyPdf] });
  if (pages > maxCopyPages) throw badInput({ file: [refused.longPdf(pages, maxCopyPages)] });
  return { sha256: createHash("sha256").update(file).digest(), bytes: file, preview: Buffer.alloc(0), pages };
}

/** The one thing that was scanned. @throws a 400 where none is named, or both */
export function scannedThing({ box, content }: Body<typeof contract>): LineTarget {
  if (box !== undefined && content === undefined) return { box };
  if (content !== undefined && box === undefined) return { content };
  throw badInput({ box: [refused.oneLineToScan] });
}

interface NewCopy extends Copy {
  /** For how many days it is kept, after today. */
  readonly days: number;
}

interface Line {
  readonly box_id: number;
  readonly line_id: number | null;
  readonly customer_id: number;
  readonly code: number;
  readonly kind: DeliveryKind;
}

/** Keeps a copy whose file is there with its line, and notifies the customer when it is the last one; the same file again changes nothing. Answers its id. */
export async function addCopy(tx: Transaction, userId: number, id: number, thing: LineTarget, copy: NewCopy) {
  const { box_id, line_id, customer_id, code, kind } = await lineOf(tx, id, thing);
  if (kind !== DeliveryKind.copy) throw refuse(refused.notToScan(showDeliveryCode(code)));
  const same = await sameCopy(tx, id, { box_id, line_id }, copy);
  if (same !== undefined) return same;
  const { picked, boxState } = await lockLine(tx, id, thing);
  if (boxState === BoxState.destroyed) throw refuse(boxIs(boxStateText[boxState]));
  if (!picked) throw refuse(refused.notAtScanner);
  const { rows } = await sql<{ id: number }>`
    insert into digital_copies (delivery_id, customer_id, box_id, line_id, sha256, bytes, pages, user_id, kept_until)
    values (${id}::bigint, ${customer_id}::bigint, ${box_id}::bigint, ${line_id}::bigint, ${copy.sha256}, ${copy.bytes.length}::int,
      ${copy.pages}::int, ${userId}::bigint, berlin_day(now()) + ${copy.days}::int)
    on conflict do nothing returning id`.execute(tx);
  await notifyCopies(tx, id);
  const [row] = rows;
  return row?.id ?? (await sameCopy(tx, id, { box_id, line_id }, copy)) ?? 0;
}

const lineColumns = selectList<Line>({
  ...fromTable("l", "box_id", "line_id"),
  ...fromTable("d", "customer_id", "code", "kind"),
});

/** @throws a 404 where the delivery has no such line */
async function lineOf(tx: Transaction, id: number, thing: LineTarget): Promise<Line> {
  const line =
    "box" in thing
      ? sql`select box_id, null::bigint as line_id from delivery_boxes where delivery_id = ${id}::bigint and box_id = ${thing.box}::bigint`
      : sql`select box_id, id as line_id from delivery_contents where delivery_id = ${id}::bigint and content_id = ${thing.content}::bigint`;
  const { rows } = await sql<Line>`
    select ${lineColumns} from deliveries d cross join (${line}) l where d.id = ${id}::bigint`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

async function sameCopy(
  tx: Transaction,
  delivery: number,
  { box_id, line_id }: Pick<Line, "box_id" | "line_id">,
  { sha256 }: Copy,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from digital_copies where delivery_id = ${delivery}::bigint and box_id = ${box_id}::bigint
      and coalesce(line_id, 0) = ${line_id ?? 0}::bigint and sha256 = ${sha256} and deleted is null`.execute(tx);
  return rows[0]?.id;
}

interface RemovedCopy {
  sha256: Buffer;
  pages: number;
  delivery: number;
  customer: number;
  box: string;
}

const removedCopy = selectList<RemovedCopy>({
  ...fromTable("p", "sha256", "pages"),
  delivery: "p.delivery_id",
  customer: "b.customer_code",
  box: "b.code",
});

/** Removes a copy that belongs elsewhere, and says so in the audit trail; answers the file that may now be without a row. */
export async function removeCopy(tx: Transaction, actor: Actor, id: number): Promise<Buffer> {
  const billed = tx
    .selectFrom("service_entries")
    .select("id")
    .where("copy_id", "=", id)
    .where("invoice_id", "is not", null);
  if (await billed.executeTakeFirst()) throw refuse(entryBilled);
  const { rows } = await sql<RemovedCopy>`
    delete from digital_copies p using boxes b where p.id = ${id}::int and b.id = p.box_id
    returning ${removedCopy}`.execute(tx);
  const [gone] = rows;
  if (!gone) throw notFound();
  const { sha256, pages, delivery, customer, box } = gone;
  await record(tx, actor, {
    kind: AuditKind.copyRemoved,
    customer,
    box,
    object: ["delivery", delivery],
    meta: { amount: pages },
  });
  return sha256;
}

const expiredAtOnce = 100;

/** Deletes the files of copies whose last day is over, each with an entry; how many pages they had stays. Answers how many. */
export async function expireCopies(db: Database, store: PictureStore, ending: AbortSignal): Promise<number> {
  let all = 0;
  while (!ending.aborted) {
    const files = await db.write(expirePiece);
    if (files.length === 0) break;
    all += files.length;
    await removeUnused(db, store, files);
  }
  return all;
}

async function expirePiece(tx: Transaction): Promise<Buffer[]> {
  const { rows } = await sql<RemovedCopy>`
    update digital_copies p set deleted = now() from boxes b where b.id = p.box_id and p.id in (
      select id from digital_copies where deleted is null and kept_until < berlin_day(now())
      order by kept_until, id limit ${expiredAtOnce} for update skip locked)
    returning ${removedCopy}`.execute(tx);
  const entries = rows.map(({ pages, delivery, customer, box }) => ({
    kind: AuditKind.copyExpired,
    customer,
    box,
    object: ["delivery", delivery] as const,
    meta: { amount: pages },
  }));
  await record(tx, atTheMachine, ...entries);
  return rows.map(({ sha256 }) => sha256);
}
