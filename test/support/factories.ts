import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { boxCode } from "#rules/stock/box-code.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import { type DeliveryKind, type DeliveryState, isInbound } from "#rules/deliveries/delivery-state.ts";
import { HistoryKind, type HistoryMeta } from "#rules/stock/history.ts";
import type { ShelfPlace } from "#rules/stock/positions.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { setPackage } from "#server/features/system/apps/mutations.ts";
import { cancelDelivery, completeDelivery, pickLine } from "#server/features/deliveries/deliveries/mutations.ts";
import { openSession, scopeOfToken } from "#server/http/session.ts";
import type { PackageStore } from "#server/storage/packages.ts";
import { type Picture, type PictureStore, readPicture } from "#server/storage/pictures.ts";
import { accessFactories } from "#test/support/factories/access-factories.ts";
import { proofFactories } from "#test/support/factories/proof-factories.ts";
import { importFactories } from "#test/support/factories/import-factories.ts";
import { billingFactories } from "#test/support/factories/billing-factories.ts";
import { placesOf, type Row, type Spot } from "#test/support/factories/places.ts";
import { type Id, tourFactories } from "#test/support/factories/tour-factories.ts";
import { webhookFactories } from "#test/support/factories/webhook-factories.ts";
import { stocktakeFactories } from "#test/support/factories/stocktake-factories.ts";
import { retentionFactories } from "#test/support/factories/retention-factories.ts";
import { writePackage } from "./app-package.ts";
import { anyWord } from "./words.ts";

export type { Row, Spot } from "#test/support/factories/places.ts";

export interface Customer {
  readonly id: number;
  readonly code: number;
  readonly name: string;
}
export interface Box {
  readonly id: number;
  readonly code: string;
  readonly number: number;
  readonly state: BoxState;
  readonly size: number;
  readonly owner: Customer;
  readonly place: Spot | null;
}
interface BoxWish {
  readonly owner?: Customer;
  readonly number?: number;
  readonly state?: BoxState;
  readonly place?: Spot;
  readonly size?: number;
  /** The state before the mark, where `state` is 7; 1 by default. */
  readonly markedFrom?: 0 | 1 | 2 | 3 | 5;
  readonly author?: { readonly id: number };
}
interface Entry {
  readonly kind: HistoryKind;
  readonly meta?: HistoryMeta;
}

const place = ({ row, part, height }: Spot): ShelfPlace => ({ area: row.area.name, row: row.number, part, height });
const moved = (spot: Spot): Entry => ({ kind: HistoryKind.moved, meta: place(spot) });
const created: Entry = { kind: HistoryKind.created };

/** Entries that bring a new box into each state, by the shortest way (product 4). */
const past: Record<BoxState, (spot: Spot, markedFrom: 0 | 1 | 2 | 3 | 5) => Entry[]> = {
  0: () => [created],
  1: (spot) => [created, moved(spot)],
  2: (spot) => [created, moved(spot), { kind: HistoryKind.outsourced }],
  3: (spot) => [created, moved(spot), { kind: HistoryKind.inconsistent }],
  4: (spot) => [created, moved(spot)], // its delivery adds the entry of the order
  5: () => [created, { kind: HistoryKind.retour }],
  6: () => [created, { kind: HistoryKind.destroyed }],
  7: (spot, markedFrom) => [...past[markedFrom](spot, markedFrom), { kind: HistoryKind.marked }],
};

/** Adds entries to the history of a box. */
async function record(tx: Transaction, box: Id, entries: readonly Entry[], author?: Id): Promise<void> {
  const { history_count } = await tx
    .updateTable("boxes")
    .set(({ eb }) => ({ history_count: eb("history_count", "+", entries.length) }))
    .where("id", "=", box.id)
    .returning("history_count")
    .executeTakeFirstOrThrow();
  const first = history_count - entries.length + 1;
  const rows = entries.map(({ kind, meta }, index) => ({
    box_id: box.id,
    seq: first + index,
    kind,
    user_id: author?.id ?? null,
    meta: meta ? JSON.stringify(meta) : null,
  }));
  await tx.insertInto("history").values(rows).execute();
}

/**
 * Makes valid things straight in the database, with the owners that they need: `a.box()` makes a customer, and a place
 * where the state asks for one. What a test cares about it names, the rest is made up.
 */
export function factories(db: Database, pictures: PictureStore, packages?: PackageStore) {
  const makeRow = (area?: Row["area"]): Promise<Row> => a.row(area ? { area } : {});
  const a = {
    ...accessFactories(db),
    ...proofFactories(db, pictures, pictureFile),
    ...retentionFactories(db),
    ...importFactories(db),
    ...billingFactories(db),
    ...webhookFactories(db),
    ...tourFactories(db),
    ...stocktakeFactories(db, { row: () => makeRow() }),
    async customer(wish: { code?: number; name?: string; notes?: string; postcode?: string } = {}): Promise<Customer> {
      const { name = `Kunde ${anyWord()}`, notes = "", postcode = "" } = wish;
      const code = wish.code ?? sql<number>`(select coalesce(max(code), 0) + 1 from customers)`;
      const values = { code, name, notes, address_postcode: postcode };
      return db.write((tx) =>
        tx.insertInto("customers").values(values).returning(["id", "code", "name"]).executeTakeFirstOrThrow(),
      );
    },

    address: ({ owner, name = `Werk ${anyWord()}`, isDefault = false }: AddressWish) =>
      db.write((tx) =>
        tx
          .insertInto("customer_addresses")
          .values({ customer_id: owner.id, name, is_default: isDefault })
          .returning("id")
          .executeTakeFirstOrThrow(),
      ),
    /** A day without deliveries, in the past: it harms no order. */
    closingDay: () =>
      db.write((tx) =>
        tx
          .insertInto("closing_days")
          .values({ day: sql<string>`'2000-01-01'::date + (select count(*)::int from closing_days)`, text: "Inventur" })
          .returning("id")
          .executeTakeFirstOrThrow(),
      ),
    async option(wish: OptionWish = {}) {
      const { owner = await a.customer(), days = [1, 3, 5], from = "08:00", to = "16:00", prior = 2 } = wish;
      const times = { from_time: from, to_time: to, prior_hours: prior, window_hours: 4 };
      const price = wish.price ?? "12.50";
      return db.write((tx) =>
        tx
          .insertInto("delivery_options")
          .values({ customer_id: owner.id, description: "Standard", days, ...times, price })
          .returning(["id", "customer_id", "price"])
          .executeTakeFirstOrThrow(),
      );
    },

    async area({ name = `Halle ${anyWord()}` }: { name?: string } = {}) {
      return db.write((tx) =>
        tx.insertInto("areas").values({ name }).returning(["id", "name"]).executeTakeFirstOrThrow(),
      );
    },

    async row(wish: { area?: Row["area"]; number?: number; reverse?: boolean } = {}): Promise<Row> {
      const area = wish.area ?? (await a.area());
      const next = sql<number>`(select coalesce(max(number), 0) + 1 from rows where area_id = ${area.id})`;
      const values = { area_id: area.id, number: wish.number ?? next, reverse: wish.reverse ?? false };
      const row = await db.write((tx) =>
        tx.insertInto("rows").values(values).returning(["id", "number", "reverse"]).executeTakeFirstOrThrow(),
      );
      return { ...row, area };
    },

    /** The next free place of a row, or of a row that is filled up for this purpose. */
    place: placesOf(makeRow),

    async box(wish: BoxWish = {}): Promise<Box> {
      const { state = 0, markedFrom = 1, size = 400, author } = wish;
      const owner = wish.owner ?? (await a.customer());
      const spot = wish.place ?? (await a.place());
      const stands = state === 1 || state === 4 || (state === 7 && markedFrom === 1);
      const box = await db.write(async (tx) => {
        const made = await insertBox(tx, {
          owner,
          state,
          size,
          markedFrom,
          number: wish.number,
          place: stands ? spot : null,
        });
        await record(tx, made, past[state](spot, markedFrom), author);
        return { ...made, code: boxCode(owner.code, made.number), state, size, owner, place: stands ? spot : null };
      });
      if (state === 4) await a.delivery({ owner, boxes: [box] });
      return box;
    },

    async content(wish: { box?: Id; text?: string; state?: ContentState } = {}) {
      const { text = `Akte ${anyWord()}`, state = 0 } = wish;
      const ordered = state === 1 || state === 2; // which only contents of a box in stock can be (product 5)
      const box = wish.box ?? (await a.box(ordered ? { state: 1 } : {}));
      const content = await db.write(async (tx) => {
        const { customer_id } = await tx
          .selectFrom("boxes")
          .select("customer_id")
          .where("id", "=", box.id)
          .executeTakeFirstOrThrow();
        const values = { box_id: box.id, customer_id, text, state };
        const made = await tx
          .insertInto("contents")
          .values(values)
          .returning(["id", "text", "state", "customer_id"])
          .executeTakeFirstOrThrow();
        await record(tx, box, [{ kind: HistoryKind.contentChanged, meta: { from: null, to: text } }]);
        if (state === 3) await record(tx, box, [{ kind: HistoryKind.contentMissing, meta: { content: text } }]);
        return { ...made, box };
      });
      if (ordered) await a.delivery({ owner: { id: content.customer_id }, contents: [content] });
      return content;
    },

    async image(wish: { box?: Id; picture?: Picture } = {}) {
      const box = wish.box ?? (await a.box());
      const picture = wish.picture ?? (await readPicture(await pictureFile()));
      await pictures.put(picture);
      return db.write(async (tx) => {
        const { customer_id } = await tx
          .selectFrom("boxes")
          .select("customer_id")
          .where("id", "=", box.id)
          .executeTakeFirstOrThrow();
        const { sha256, contentType, bytes, crc32, width, height } = picture;
        const file = { sha256, content_type: contentType, bytes: bytes.length, crc32, width, height };
        await record(tx, box, [{ kind: HistoryKind.imageChanged, meta: { from: null, to: "Bild" } }]);
        const made = tx.insertInto("images").values({ box_id: box.id, customer_id, ...file });
        return made.returning("id").executeTakeFirstOrThrow();
      });
    },

    /** A version of the Android app with its package on disk. */
    async app(wish: { version?: string; size?: number } = {}) {
      if (!packages) throw new Error("These factories have no place for packages.");
      const { version = `9.${randomInt(1_000_000_000)}`, size } = wish;
      const source = join(tmpdir(), `${anyWord()}.apk`);
      try {
        const bytes = await writePackage(source, size);
        const file = await packages.put(source, version);
        await db.write((tx) => setPackage(tx, { version, file }, "2026-11-21"));
        const { id } = await db.read
          .selectFrom("apps")
          .select("id")
          .where("version", "=", version)
          .executeTakeFirstOrThrow();
        return { id, version, file, bytes };
      } finally {
        rmSync(source, { force: true });
      }
    },

    /**
     * A delivery of boxes in stock and contents inside, with the entries of its order, brought into its state as the server
     * does it: in processing all of it is picked. Contents in state 1 are picked already. A return (kind 1) stays open.
     */
    async delivery(wish: DeliveryWish) {
      const { boxes = [], contents = [], kind = 0, state = 0 } = wish;
      const delivery = await db.write((tx) => insertDelivery(tx, wish));
      if (isInbound(kind) || state === 0) return delivery;
      const author = await a.user({ isStaff: true });
      const scope = await scopeOfToken(db, await db.write((tx) => openSession(tx, author.id)));
      await db.write(async (tx) => {
        if (scope && state === 3) return cancelDelivery(tx, scope, delivery.id);
        const things = [...boxes.map(({ id }) => ({ box: id })), ...contents.map(({ id }) => ({ content: id }))];
        for (const thing of things) await pickLine(tx, author.id, delivery.id, thing);
        if (state === 2) await completeDelivery(tx, author.id, delivery.id);
      });
      return delivery;
    },
  };
  return a;
}

/** A small JPEG that no other one equals. */
export function pictureFile(): Promise<Buffer<ArrayBuffer>> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const create = { width: 30 + randomInt(200), height: 20 + randomInt(200), channels: 3 as const, background };
  return sharp({ create }).jpeg().toBuffer();
}

interface AddressWish {
  readonly owner: Id;
  readonly name?: string;
  readonly isDefault?: boolean;
}
interface OptionWish {
  readonly owner?: Customer;
  readonly days?: number[];
  /** `HH:MM`. */
  readonly from?: string;
  readonly to?: string;
  readonly prior?: number;
  readonly price?: string;
}
interface DeliveryWish {
  readonly owner: Id;
  readonly boxes?: readonly Id[];
  readonly contents?: readonly { id: number; box: Id; text: string; state: ContentState }[];
  readonly kind?: DeliveryKind;
  readonly state?: DeliveryState;
  readonly option?: Id;
  readonly price?: string;
  readonly comment?: string;
  /** An instant; now by default. */
  readonly time?: string;
}
interface NewBox {
  readonly owner: Customer;
  readonly state: BoxState;
  readonly size: number;
  readonly markedFrom: 0 | 1 | 2 | 3 | 5;
  readonly number: number | undefined;
  readonly place: Spot | null;
}

/** They have been there for years: a box cannot have been destroyed before it existed. */
const standingSince = "2020-01-01T12:00:00Z";

function insertBox(tx: Transaction, { owner, state, size, markedFrom, number, place: spot }: NewBox) {
  const now = new Date().toISOString();
  const next = sql<number>`(select coalesce(max(number), 0) + 1 from boxes where customer_id = ${owner.id})`;
  const stand = spot && {
    place_area: spot.row.area.id,
    row_id: spot.row.id,
    part: spot.part,
    height: spot.height,
    placed: now,
  };
  return tx
    .insertInto("boxes")
    .values({
      customer_id: owner.id,
      customer_code: owner.code,
      number: number ?? next,
      state,
      size,
      created: standingSince,
      ...stand,
      ...(state === 7 ? { marked_from: markedFrom, marked: now } : {}),
      ...(state === 6 ? { destroyed: now.slice(0, 10) } : {}),
    })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
}

async function insertDelivery(tx: Transaction, wish: DeliveryWish) {
  const { owner, boxes = [], contents = [], kind = 0, option, price = "0", comment = "" } = wish;
  const { time = new Date().toISOString() } = wish;
  const picked = contents.some(({ state }) => state === 1) && !isInbound(kind);
  const { code, id: delivery_id } = await tx
    .insertInto("deliveries")
    .values({ customer_id: owner.id, kind, state: picked ? 1 : 0, price, comment, time, option_id: option?.id ?? null })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
  const line = { delivery_id, customer_id: owner.id };
  const meta = { delivery: code };
  const announced = isInbound(kind) ? HistoryKind.returnAnnounced : HistoryKind.ordered;
  for (const { id } of boxes) {
    await tx
      .insertInto("delivery_boxes")
      .values({ ...line, box_id: id })
      .execute();
    if (!isInbound(kind))
      await tx.updateTable("boxes").set({ state: 4 }).where("id", "=", id).where("state", "=", 1).execute();
    await record(tx, { id }, [{ kind: announced, meta }]);
  }
  for (const { id, box, text, state } of contents) {
    const taken = !isInbound(kind) && state === 1;
    await sql`
      insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content, picked)
      values (${delivery_id}, ${owner.id}, ${id}, ${box.id}, ${text}, case when ${taken}::boolean then now() end)`.execute(
      tx,
    );
    if (!isInbound(kind))
      await tx.updateTable("contents").set({ state: 2 }).where("id", "=", id).where("state", "=", 0).execute();
    const entry = { meta: { ...meta, content: text } };
    await record(tx, box, [{ kind: announced, ...entry }]);
    if (taken) await record(tx, box, [{ kind: HistoryKind.contentPicked, ...entry }]);
  }
  return { id: delivery_id, code };
}
