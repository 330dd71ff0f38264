import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import {
  DeliveryKind,
  DeliveryState,
  isInbound,
  outboundKinds,
  showDeliveryCode,
} from "#rules/deliveries/delivery-state.ts";
import { notScannedYet } from "#rules/texts/copy-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBoxes, changeContents } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyCopies } from "#server/database/deliveries/notify-copies.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The tables of a delivery's lines, and the column that names their thing. */
const lines = {
  box: { table: "delivery_boxes", column: "box_id" },
  content: { table: "delivery_contents", column: "content_id" },
} as const;
type Thing = keyof typeof lines;

interface OpenLine {
  readonly delivery: number;
  readonly code: number;
  readonly kind: DeliveryKind;
  /** True where the line is one of a scan that was made. */
  readonly copied: boolean;
}

const itsCopies = {
  box: sql`p.delivery_id = l.delivery_id and p.box_id = l.box_id and p.line_id is null`,
  content: sql`p.line_id = l.id`,
} as const;

/** The open line in which a box or content stands; a thing is in one at most. */
export async function openLineOf(tx: Transaction, thing: Thing, id: number): Promise<OpenLine | undefined> {
  const { table, column } = lines[thing];
  const { rows } = await sql<OpenLine>`
    select ${selectList<OpenLine>({
      ...fromTable("d", "code", "kind"),
      delivery: "d.id",
      copied: sql`d.kind = ${DeliveryKind.copy}::smallint and exists (select from digital_copies p
        where ${itsCopies[thing]})`,
    })}
    from ${sql.table(table)} l join deliveries d on d.id = l.delivery_id
    where l.open and ${sql.ref(`l.${column}`)} = ${id}::bigint`.execute(tx);
  return rows[0];
}

/**
 * Ends the open line of a thing: it has come back, or it is missing for a reason. A return, and an order of scans, without open lines is completed.
 * @throws a 400 for what was ordered as a scan and goes back without one
 */
export async function closeLine(
  tx: Transaction,
  userId: number,
  thing: Thing,
  id: number,
  end: { received: true } | { missing: string },
): Promise<OpenLine | undefined> {
  const { table, column } = lines[thing];
  const set = "received" in end ? sql`received = now()` : sql`missing = now(), text = ${end.missing}::text`;
  const line = await openLineOf(tx, thing, id);
  if (!line) return undefined;
  const isCopy = line.kind === DeliveryKind.copy;
  if (isCopy && "received" in end && !line.copied) throw refuse(notScannedYet(showDeliveryCode(line.code)));
  await sql`update ${sql.table(table)} set open = false, ${set} where open and ${sql.ref(column)} = ${id}::bigint`.execute(
    tx,
  );
  await tx.selectFrom("deliveries").select("id").where("id", "=", line.delivery).forUpdate().execute(); // of two last lines the second sees the first
  const { rows } = await sql<{ customer_id: number }>`
    update deliveries set state = ${DeliveryState.completed}::smallint
    where id = ${line.delivery}::bigint and kind <> ${DeliveryKind.customer}::smallint and empty_boxes = 0
      and not exists (select from delivery_boxes where delivery_id = deliveries.id and open)
      and not exists (select from delivery_contents where delivery_id = deliveries.id and open)
    returning customer_id`.execute(tx);
  const [completed] = rows;
  if (isCopy) await notifyCopies(tx, line.delivery); // what is missing is not waited for
  if (completed) {
    await recordDeliveryEvent(tx, userId, line.delivery, { kind: "completed" });
    if (isCopy) return line;
    const mail = {
      mail: line.kind === DeliveryKind.pickup ? "pickupDone" : "returnReceived",
      delivery: line.delivery,
      code: line.code,
    } as const;
    await notifyCustomer(tx, completed.customer_id, mail, line.delivery);
  }
  return line;
}

/** Boxes and contents of lines, by their ids. */
export interface LineThings {
  readonly boxes: readonly number[];
  readonly boxcontents: readonly number[];
}

/** Things of a customer. */
export type Things = LineThings & { readonly customer: number };

type LinesOf = Pick<OpenLine, "code" | "kind"> & { readonly id: number };

/** Puts things that are locked, and can be had, into a delivery: what goes out is ordered, what comes back is announced. */
export async function addLines(
  tx: Transaction,
  userId: number,
  { id, code, kind }: LinesOf,
  { customer, boxes, boxcontents }: Things,
): Promise<void> {
  await sql`
    insert into delivery_boxes (delivery_id, customer_id, box_id)
    select ${id}::bigint, ${customer}::bigint, id from boxes where id = any(${boxes}::bigint[]) order by id`.execute(
    tx,
  );
  await sql`
    insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content)
    select ${id}::bigint, ${customer}::bigint, id, box_id, text
    from contents where id = any(${boxcontents}::bigint[]) order by box_id, id`.execute(tx);
  const entry = { userId, kind: isInbound(kind) ? HistoryKind.returnAnnounced : HistoryKind.ordered };
  const set = isInbound(kind) ? {} : { set: sql`state = ${BoxState.ordered}::smallint` };
  const state = isInbound(kind) ? {} : { state: ContentState.ordered };
  await changeBoxes(tx, sql`id = any(${boxes}::bigint[])`, { ...entry, ...set, meta: { delivery: code } });
  await changeContents(tx, boxcontents, { ...entry, ...state, delivery: code });
}

/** The things of a delivery's open lines. */
export async function openThings(tx: Transaction, id: number): Promise<LineThings> {
  const { rows } = await sql<{ box: number | null; content: number | null }>`
    select box_id as box, null::bigint as content from delivery_boxes where delivery_id = ${id}::bigint and open
    union all select null, content_id from delivery_contents where delivery_id = ${id}::bigint and open`.execute(tx);
  return { boxes: rows.flatMap(({ box }) => box ?? []), boxcontents: rows.flatMap(({ content }) => content ?? []) };
}

/** Frees things of a delivery that nobody has begun, as before they were ordered; those of a pick-up stay where they are. */
export async function freeThings(
  tx: Transaction,
  userId: number,
  { code, kind }: Pick<LinesOf, "code" | "kind">,
  { boxes, boxcontents }: LineThings,
): Promise<void> {
  const entry = { userId, kind: HistoryKind.orderCancelled };
  const set = isInbound(kind) ? {} : { set: sql`state = ${BoxState.inStock}::smallint` };
  const state = isInbound(kind) ? {} : { state: ContentState.inside };
  await changeBoxes(tx, sql`id = any(${boxes}::bigint[])`, { ...entry, ...set, meta: { delivery: code } });
  await changeContents(tx, boxcontents, { ...entry, ...state, delivery: code });
}

/** A box that was picked goes back on its shelf, and is still to be fetched; answers the number of its delivery. */
export async function unpickBox(tx: Transaction, boxId: number): Promise<number | undefined> {
  const { rows } = await sql<{ code: number }>`
    update delivery_boxes l set picked = null, loaded = null, unloaded = null, fate = null from deliveries d
    where d.id = l.delivery_id and l.open and l.box_id = ${boxId}::bigint returning d.code`.execute(tx);
  return rows[0]?.code;
}

/** Something came back that nobody had announced: a completed return of its own (product 6). */
export async function recordReturn(
  tx: Transaction,
  userId: number,
  customerId: number,
  thing: Thing,
  id: number,
): Promise<void> {
  const delivery = await tx
    .insertInto("deliveries")
    .values({
      customer_id: customerId,
      kind: DeliveryKind.return,
      state: DeliveryState.completed,
      time: sql`now()`,
      user_id: userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const line =
    thing === "box"
      ? sql`insert into delivery_boxes (delivery_id, customer_id, box_id, open, received)
          values (${delivery.id}::bigint, ${customerId}::bigint, ${id}::bigint, false, now())`
      : sql`insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content, open, received)
          select ${delivery.id}::bigint, customer_id, id, box_id, text, false, now() from contents where id = ${id}::bigint`;
  await line.execute(tx);
  await recordDeliveryEvent(tx, userId, delivery.id, { kind: "completed" });
}

interface Event {
  readonly kind: "started" | "price" | "time" | "address" | "boxes" | "boxcontents" | "completed" | "canceled";
  /** A price, an instant or an address in one line; of boxes the codes of those that were taken out and added; `to` of a completed delivery is who took it over. */
  readonly from?: string | null;
  readonly to?: string | null;
}

/** Keeps what happened to a delivery as a whole. */
export async function recordDeliveryEvent(
  tx: Transaction,
  userId: number,
  deliveryId: number,
  event: Event,
): Promise<void> {
  const { kind, from = null, to = null } = event;
  await tx
    .insertInto("delivery_events")
    .values({ delivery_id: deliveryId, kind, user_id: userId, from_value: from, to_value: to })
    .execute();
}

/**
 * Refuses to mark or destroy what is promised to a customer: the box itself, or one of its contents.
 * @throws a 400 that names the delivery.
 */
export async function refuseOrdered(tx: Transaction, boxId: number): Promise<void> {
  const { rows } = await sql<{ code: number }>`
    select d.code from deliveries d where d.id in (
      select delivery_id from delivery_boxes where open and box_id = ${boxId}::bigint and exists (
        select from deliveries where id = delivery_id and kind = any(${outboundKinds}::smallint[]))
      union all
      select l.delivery_id from contents c join delivery_contents l on l.content_id = c.id and l.open
      where c.box_id = ${boxId}::bigint and c.state = ${ContentState.ordered}::smallint)
    order by d.code limit 1`.execute(tx);
  const [delivery] = rows;
  if (delivery) throw refuse(refused.ordered(showDeliveryCode(delivery.code)));
}
