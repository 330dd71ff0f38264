import { randomBytes, randomInt } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { boxCode } from "#rules/box-code.ts";
import type { BoxState } from "#rules/box-state.ts";
import type { ContentState } from "#rules/content-state.ts";
import { HistoryKind, type HistoryMeta } from "#rules/history.ts";
import type { Place } from "#rules/positions.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { hashPassword } from "#server/http/passwords.ts";
import { type PictureStore, readPicture } from "#server/storage/pictures.ts";

export interface Customer {
  readonly id: number;
  readonly code: number;
  readonly name: string;
}
export interface Row {
  readonly id: number;
  readonly number: number;
  readonly reverse: boolean;
  readonly area: { readonly id: number; readonly name: string };
}
export interface Spot {
  readonly row: Row;
  readonly part: number;
  readonly height: number;
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
type Id = { readonly id: number };

const place = ({ row, part, height }: Spot): Place => ({ area: row.area.name, row: row.number, part, height });
const moved = (spot: Spot): Entry => ({ kind: HistoryKind.moved, meta: place(spot) });
const created: Entry = { kind: HistoryKind.created };

/** How a new box comes into each state, by the shortest way (product 4). */
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

const randomText = () => randomBytes(5).toString("hex");

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
export function factories(db: Database, pictures: PictureStore) {
  const makeRow = (area?: Row["area"]): Promise<Row> => a.row(area ? { area } : {});
  const a = {
    async user(wish: UserWish = {}) {
      const { isStaff = false, password, customers = [], initPassword = false, active = true } = wish;
      const email = wish.email ?? `${randomText()}@example.com`;
      const names = { first_name: wish.firstName ?? "Erika", last_name: wish.lastName ?? "Muster" };
      const password_hash = password === undefined ? "none" : await hashPassword(password);
      return db.write(async (tx) => {
        const values = { email, ...names, is_staff: isStaff, init_password: initPassword, active, password_hash };
        const { id } = await tx.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow();
        const assigned = customers.map((customer) => ({ customer_id: customer.id, user_id: id }));
        if (assigned.length > 0) await tx.insertInto("customer_users").values(assigned).execute();
        return { id, email, password, ...names };
      });
    },

    async customer(wish: { code?: number; name?: string; notes?: string; postcode?: string } = {}): Promise<Customer> {
      const { name = `Kunde ${randomText()}`, notes = "", postcode = "" } = wish;
      const code = wish.code ?? sql<number>`(select coalesce(max(code), 0) + 1 from customers)`;
      const values = { code, name, notes, address_postcode: postcode };
      return db.read.insertInto("customers").values(values).returning(["id", "code", "name"]).executeTakeFirstOrThrow();
    },

    async option(wish: { owner?: Customer; days?: number[] } = {}) {
      const owner = wish.owner ?? (await a.customer());
      const times = { from_time: "08:00", to_time: "16:00", prior_hours: 2, window_hours: 4 };
      return db.read
        .insertInto("delivery_options")
        .values({
          customer_id: owner.id,
          description: "Standard",
          days: wish.days ?? [1, 3, 5],
          ...times,
          price: "12.50",
        })
        .returning(["id", "customer_id", "price"])
        .executeTakeFirstOrThrow();
    },

    async area(wish: { name?: string } = {}) {
      const values = { name: wish.name ?? `Halle ${randomText()}` };
      return db.read.insertInto("areas").values(values).returning(["id", "name"]).executeTakeFirstOrThrow();
    },

    async row(wish: { area?: Row["area"]; number?: number; reverse?: boolean } = {}): Promise<Row> {
      const area = wish.area ?? (await a.area());
      const next = sql<number>`(select coalesce(max(number), 0) + 1 from rows where area_id = ${area.id})`;
      const values = { area_id: area.id, number: wish.number ?? next, reverse: wish.reverse ?? false };
      const row = await db.read
        .insertInto("rows")
        .values(values)
        .returning(["id", "number", "reverse"])
        .executeTakeFirstOrThrow();
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
      const { text = `Akte ${randomText()}`, state = 0 } = wish;
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

    async image(wish: { box?: Id } = {}) {
      const box = wish.box ?? (await a.box());
      const picture = await readPicture(await pictureFile());
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
        return tx
          .insertInto("images")
          .values({ box_id: box.id, customer_id, ...file })
          .returning("id")
          .executeTakeFirstOrThrow();
      });
    },

    /** An open delivery with the entries of its order; contents in state 1 are picked already. */
    async delivery({ owner, boxes = [], contents = [] }: DeliveryWish) {
      return db.write(async (tx) => {
        const picked = contents.some(({ state }) => state === 1);
        const { rows } = await sql<{ id: number; code: number }>`
          insert into deliveries (customer_id, kind, state, time)
          values (${owner.id}, 0, ${picked ? 1 : 0}, now()) returning id, code`.execute(tx);
        const [delivery] = rows;
        if (!delivery) throw new Error("The delivery was not made.");
        const meta = { delivery: delivery.code };
        for (const { id } of boxes) {
          await sql`insert into delivery_boxes (delivery_id, customer_id, box_id) values (${delivery.id}, ${owner.id}, ${id})`.execute(
            tx,
          );
          await record(tx, { id }, [{ kind: HistoryKind.ordered, meta }]);
        }
        for (const { id, box, text, state } of contents) {
          await sql`
            insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content, picked)
            values (${delivery.id}, ${owner.id}, ${id}, ${box.id}, ${text}, case when ${state === 1}::boolean then now() end)`.execute(
            tx,
          );
          const entry = { meta: { ...meta, content: text } };
          await record(tx, box, [{ kind: HistoryKind.ordered, ...entry }]);
          if (state === 1) await record(tx, box, [{ kind: HistoryKind.contentPicked, ...entry }]);
        }
        return delivery;
      });
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

interface UserWish {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isStaff?: boolean;
  /** Without one the user cannot sign in, which spares the time of its hash. */
  readonly password?: string;
  readonly initPassword?: boolean;
  readonly active?: boolean;
  readonly customers?: readonly Id[];
}
interface DeliveryWish {
  readonly owner: Id;
  readonly boxes?: readonly Id[];
  readonly contents?: readonly { id: number; box: Id; text: string; state: ContentState }[];
}
interface NewBox {
  readonly owner: Customer;
  readonly state: BoxState;
  readonly size: number;
  readonly markedFrom: 0 | 1 | 2 | 3 | 5;
  readonly number: number | undefined;
  readonly place: Spot | null;
}

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
      ...stand,
      ...(state === 7 ? { marked_from: markedFrom, marked: now } : {}),
      ...(state === 6 ? { destroyed: now.slice(0, 10) } : {}),
    })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
}

/** Hands out free places: five high, part by part, in the given row or in one that is made for it. */
function placesOf(makeRow: (area?: Row["area"]) => Promise<Row>) {
  const taken = new Map<number, number>();
  let ownRow: Promise<Row> | undefined;
  return async (wish: { row?: Row; area?: Row["area"] } = {}): Promise<Spot> => {
    const row = wish.row ?? (wish.area ? await makeRow(wish.area) : await (ownRow ??= makeRow()));
    const count = taken.get(row.id) ?? 0;
    taken.set(row.id, count + 1);
    return { row, part: Math.floor(count / 5) + 1, height: (count % 5) + 1 };
  };
}
