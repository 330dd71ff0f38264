import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeRights } from "#contract/calls/access/rights.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery,
  createPickup,
  getDelivery,
  listDeliveries,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { addProof } from "#contract/calls/deliveries/proofs.ts";
import { joinWaiting } from "#contract/calls/deliveries/waiting.ts";
import { createBatch, proposeBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { setHold } from "#contract/calls/destruction/holds.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { editBox, getBox, listBoxes, setCostCentre } from "#contract/calls/stock/boxes.ts";
import { createContent, deleteContent } from "#contract/calls/stock/contents.ts";
import { deleteImage, uploadImage } from "#contract/calls/stock/images.ts";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { departmentTables } from "#server/database/departments/narrow-views.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";
import { extentOf } from "#test/support/tiers.ts";
import type { Client } from "#test/support/client.ts";
import { type Customer, pictureFile } from "#test/support/factories.ts";
import { smallArchive } from "./archive.ts";
import { type Heard, isSame, leaks, type Listener, type Question, standingServer } from "./crawl.ts";
import { saidForbidden } from "./forbidden.ts";
import { onePerCall } from "./proof.ts";
import { asked, questionsFor, tableOf } from "./questions.ts";

const { db } = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "magazin-departments-"));
const server = await standingServer(db, dataDir);
const { a } = server;
const extent = {
  spare: 3,
  foreign: repeated(6, 1000),
  own: repeated(12, 1000),
  values: repeated(2, 5),
  queries: repeated(30, 1000),
  mixtures: repeated(3, 30),
  limits: [30],
  offsets: [0],
  selected: repeated(0, 1),
};
/** Two crawls, where this room is touched; what such a user does is asked each time. */
const isCrawled = extentOf(true, false);

const own = "Einkauf";
const other = "Vertrieb";
const theirWord = "Geheimsache";

interface Department {
  readonly boxes: { readonly id: number; readonly code: string; readonly state: number }[];
  readonly contents: { readonly id: number }[];
  readonly images: { readonly id: number }[];
  readonly deliveries: { readonly id: number }[];
}

let customer: Customer;
let staff: Client;
let listener: Listener;
let client: Client;
let user: { readonly id: number };
let theirs: Department;
let option: { readonly id: number };
const questions: Question[] = [];
const before: Heard[] = [];
const after: Heard[] = [];

/** Boxes in every state with all that hangs on one, and deliveries in every state, of one cost centre. */
async function fill(owner: Customer, centre: string, word: string): Promise<Department> {
  const row = await a.row();
  const author = await a.user({ isStaff: true });
  const place = async () => a.place({ row });
  const made: Department = { boxes: [], contents: [], images: [], deliveries: [] };
  for (const state of [0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7] as const) {
    const box = await a.box({ owner, state, author, place: await place() });
    made.boxes.push(box);
    made.contents.push(await a.content({ box, text: `${word} ${state}` }));
    if (state < 3) made.images.push(await a.image({ box }));
  }
  const stored = async () => a.box({ owner, state: 1, author, place: await place() });
  const content = await a.content({ box: await stored(), text: `${word}vertrag` });
  const done = { owner, option, boxes: [await stored()], contents: [content], state: 2, price: "12.50" } as const;
  const first = await a.delivery(done);
  await a.proof(first, author);
  made.deliveries.push(first, await a.delivery({ owner, option, boxes: [await stored()], comment: word }));
  made.deliveries.push(await a.delivery({ owner, kind: 1, contents: [{ ...content, state: 1 }], comment: word }));
  await a.waitingEntry(author, await a.box({ owner, state: 2 }));
  for (const table of ["boxes", "deliveries"])
    await db.write((tx) =>
      sql`update ${sql.table(table)} set cost_centre = ${centre} where customer_id = ${owner.id}::bigint and cost_centre = ''`.execute(
        tx,
      ),
    );
  return made;
}

const inState = (state: number) => {
  const box = theirs.boxes.find((each) => each.state === state);
  if (!box) throw new Error("There is no such box.");
  return box;
};

/** One of theirs stood on its place in months that are over, and housekeeping notes what the customer had there. */
async function noteTheirMonths(): Promise<void> {
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
      values (${theirs.boxes[0]?.id}, ${customer.id}, 700, date_trunc('month', berlin_day(now())) - interval '5 months', date_trunc('month', berlin_day(now())) - interval '2 months')`.execute(
      tx,
    ),
  );
  // closed and not sealed: papers name the seal
  await db.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
  await db.write((tx) => keepMonths(tx, new Date()));
  const { rows } =
    await sql`select distinct mm from customer_months where customer_id = ${customer.id} and mm > 0`.execute(db.read);
  expect(rows).toEqual([{ mm: 700 }]);
}

/** Everything that happens to boxes happens to those of the other department. */
async function changeTheirs(): Promise<void> {
  await noteTheirMonths();
  const [, , third, fourth] = theirs.boxes;
  const box = { path: { id: third?.id ?? 0 } };
  const { id: content } = await staff.call(createContent, { body: { box_id: box.path.id, text: `${theirWord} neu` } });
  await staff.call(deleteContent, { path: { id: theirs.contents[0]?.id ?? 0 } });
  await staff.call(deleteImage, { path: { id: theirs.images[0]?.id ?? 0 } });
  const image = new Blob([await pictureFile()]);
  await staff.call(uploadImage, { body: { box_id: box.path.id, image } as { box_id: number } });
  await staff.call(setNumbers, { ...box, body: { numbers: [{ text: `${theirWord}-1` }] } });
  await staff.call(setHold, {
    body: { customer: { id: customer.id }, boxes: [fourth?.id ?? 0], reason: theirWord },
  });
  const order = { customer: customer.id, delivery_option: option.id, comment: theirWord, cost_centre: other };
  const { id } = await staff.call(createDelivery, { body: { ...order, boxcontents: [content] } });
  await staff.call(cancelDelivery, { path: { id } });
  await staff.call(createDelivery, { body: { ...order, boxes: [box.path.id] } });
  await staff.call(createPickup, { body: { ...order, boxes: [inState(2).id], new_boxes: 3, size: 400 } });
  await staff.call(editBox, { path: { id: inState(5).id }, body: { state: 7 } });
  await staff.call(joinWaiting, { path: { id: inState(4).id }, body: {} });
  const batch = { customer: { id: customer.id }, boxes: [inState(7).id], early_reason: theirWord };
  await staff.call(proposeBatch, { path: { id: (await staff.call(createBatch, { body: batch })).id } });
  await staff.call(setCostCentre, { body: { boxes: [inState(3).id], cost_centre: "" } });
  const open = await staff.call(createDelivery, { body: { ...order, boxes: [fourth?.id ?? 0] } });
  await staff.call(startDelivery, { path: { id: open.id } });
  const pick = { id: randomUUID(), kind: "pick", delivery: open.id, code: fourth?.code ?? "" } as const;
  await staff.call(scan, { body: { operations: [pick] } });
  const proof = { id: randomUUID(), kind: "signature", image } as const;
  await staff.call(addProof, { path: { id: open.id }, body: proof });
  await staff.call(completeDelivery, { path: { id: open.id } });
}

beforeAll(async () => {
  const cast = await smallArchive(db, server);
  staff = await server.client(cast.staff);
  customer = await a.customer({ code: 40, name: "Zentrale" });
  option = await a.option({ owner: customer, days: [1, 2, 3, 4, 5] });
  await fill(customer, own, "Rechnung");
  theirs = await fill(customer, other, theirWord);
  const second = await a.user({ customers: [customer], lastName: "Vertriebler" });
  user = await a.user({ customers: [customer] });
  const path = { id: customer.id };
  await staff.call(changeRights, { path, body: { user: second.id, cost_centres: [other], may_order: true } });
  await staff.call(changeRights, { path, body: { user: user.id, cost_centres: [own], may_order: true } });
  listener = await server.listener(user);
  client = await server.client(user);
  if (isCrawled) await crawlTwice();
}, 1_200_000);

/** Compares the answers to the user before and after everything has happened to the other department's things. */
async function crawlTwice(): Promise<void> {
  const central = await a.user({ customers: [customer] });
  const stranger = { userId: central.id, email: central.email, password: "", owner: customer };
  questions.push(...(await questionsFor(db, { a, other: stranger, userId: user.id, extent })));
  await waitForOldTransactions(db);
  before.push(...(await listener.crawl(questions)));
  await changeTheirs();
  await waitForOldTransactions(db);
  after.push(...(await listener.crawl(questions)));
}

afterAll(async () => {
  listener.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("every table is thought of: what a department sees of it, that it sees nothing, or that it says nothing about one", async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`.execute(
    db.read,
  );
  expect([...departmentTables].sort()).toEqual(rows.map(({ name }) => name).sort());
});

describe("a user who sees one cost centre of a customer", () => {
  test.runIf(isCrawled)("sees in not one byte what happens to another one's things", () => {
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(200);
    expect(onePerCall(leaks(questions, before, after))).toEqual([]);
  });

  test.runIf(isCrawled)("reads nothing that stands in another one's boxes and deliveries", () => {
    const words = [
      { word: theirWord, what: "what is in another department's box" },
      { word: "Vertriebler", what: "the name of another department's user" },
    ];
    for (const heard of [before, after]) expect(onePerCall(saidForbidden(questions, heard, words))).toEqual([]);
  });

  test.runIf(isCrawled)("is answered for another one's things as for missing ones, and reads their own", async () => {
    const { read } = db.departmentReads(user.id);
    for (const [call, route] of asked.filter(([, { path, writes }]) => path.includes("{id}") && !writes)) {
      const table = tableOf(route);
      if (!["boxes", "images", "contents", "deliveries", "delivery_proofs", "holds"].includes(table)) continue;
      const seen = await read.list(`seen-${table}`, sql<{ id: number }>`select id from ${sql.table(table)}`);
      const ids = new Set(seen.map(({ id }) => id));
      const answers = questions.flatMap(({ url, id, method, ...question }, index) =>
        question.call === call && method === "GET" && !url.includes("?") && id !== undefined
          ? [{ id, heard: after[index] }]
          : [],
      );
      const missing = answers.find(({ id }) => id === 2_000_000_000)?.heard;
      expect(missing?.status).toBe(404);
      for (const { id, heard } of answers)
        if (!ids.has(id)) expect(isSame(heard, missing), `${call} ${id}`).toBe(true);
        else if (!route.path.endsWith("/labels/")) expect(heard?.status, `${call} ${id}`).toBe(200);
    }
  });

  test("lists their own boxes and deliveries with their counts, and no others", async () => {
    const { count } = await client.call(listBoxes, { query: { owner: customer.code } });
    const { rows } = await sql<{ boxes: number; deliveries: number }>`
      select (select count(*) from boxes where cost_centre = ${own}) as boxes,
        (select count(*) from deliveries where cost_centre = ${own}) as deliveries`.execute(db.read);
    expect({ boxes: count, deliveries: (await client.call(listDeliveries, {})).count }).toEqual(rows[0]);
    expect(rows[0]?.boxes).toBeGreaterThan(10);
  });

  test("of a delivery with another one's box reads their own lines, and not what was signed for both", async () => {
    const boxes = [await a.box({ owner: customer, state: 1 }), await a.box({ owner: customer, state: 1 })];
    const [first, second] = boxes.map(({ id }) => id);
    await staff.call(setCostCentre, { body: { boxes: [first ?? 0], cost_centre: own } });
    await staff.call(setCostCentre, { body: { boxes: [second ?? 0], cost_centre: other } });
    const order = {
      customer: customer.id,
      delivery_option: option.id,
      cost_centre: own,
      boxes: [first ?? 0, second ?? 0],
    };
    const path = { id: (await staff.call(createDelivery, { body: order })).id };
    const seen = await client.call(getDelivery, { path });
    expect(seen.boxes.map(({ id }) => id)).toEqual([first]);
    const cancelled = await client.call(cancelDelivery, { path });
    expect(cancelled.boxes.map(({ id }) => id)).toEqual([first]);
  });
});

describe("what such a user does", () => {
  const ownBox = async () => {
    const box = await a.box({ owner: customer, state: 1 });
    await staff.call(setCostCentre, { body: { boxes: [box.id], cost_centre: own } });
    return box;
  };
  const order = (body: object) =>
    client
      .call(createDelivery, { body: { customer: customer.id, delivery_option: option.id, ...body } })
      .then(({ id }) => getDeliveryOf(id));
  const getDeliveryOf = (id: number) => client.call(getDelivery, { path: { id } });
  const refusal = (body: object) =>
    order(body).then(
      () => "no refusal",
      (error: unknown) => String(error),
    );

  test("orders for their cost centre, and only what is theirs", async () => {
    const box = await ownBox();
    const missing = await refusal({ boxes: [2_000_000_000] });
    expect(missing).toContain("Diese Box gibt es nicht.");
    expect(await refusal({ boxes: [theirs.boxes[1]?.id] })).toBe(missing);
    expect(await refusal({ boxcontents: [theirs.contents[1]?.id] })).toBe(
      await refusal({ boxcontents: [2_000_000_000] }),
    );
    expect(await refusal({ boxes: [box.id], cost_centre: other })).toContain(
      `„${other}“ ist keine Kostenstelle dieses Kunden.`,
    );
    expect(await order({ boxes: [box.id] })).toMatchObject({ cost_centre: own });
  });

  test("must say for which of several cost centres it is", async () => {
    const both = await a.user({ customers: [customer] });
    const body = { user: both.id, cost_centres: [own, "Empfang"], may_order: true };
    await staff.call(changeRights, { path: { id: customer.id }, body });
    const several = await server.client(both);
    const wanted = { customer: customer.id, delivery_option: option.id, boxes: [(await ownBox()).id] };
    await expect(several.call(createDelivery, { body: wanted })).rejects.toThrow("Bitte auswählen");
    const { cost_centre } = await several.call(createDelivery, { body: { ...wanted, cost_centre: own } });
    expect(cost_centre).toBe(own);
  });

  test("sends in new boxes that are theirs from then on", async () => {
    const wanted = { customer: customer.id, delivery_option: option.id, new_boxes: 2, size: 400 };
    const { boxes } = await client.call(createPickup, { body: wanted });
    expect(boxes).toHaveLength(2);
    for (const { id } of boxes)
      expect(await client.call(getBox, { path: { id: id ?? 0 } })).toMatchObject({ cost_centre: own });
  });

  test("waits for no other one's box and cancels no other one's delivery", async () => {
    for (const id of [inState(2).id, 2_000_000_000])
      await expect(client.call(joinWaiting, { path: { id }, body: {} })).rejects.toThrow("404");
    for (const id of [theirs.deliveries[1]?.id ?? 0, 2_000_000_000])
      await expect(client.call(cancelDelivery, { path: { id } })).rejects.toThrow("404");
  });
});

describe("who sees a part of a customer", () => {
  test("has no right over the whole, in whatever order it is said", async () => {
    const { id } = await a.user({ customers: [customer] });
    const change = (body: object) =>
      staff.call(changeRights, { path: { id: customer.id }, body: { user: id, ...body } });
    await change({ may_manage: true });
    const sentence = "Wer nur einzelne Kostenstellen sieht, darf nur bestellen";
    await expect(change({ cost_centres: [own] })).rejects.toThrow(sentence);
    await change({ may_manage: false, cost_centres: [own, own] });
    for (const right of ["may_store", "may_see_invoices"])
      await expect(change({ [right]: true })).rejects.toThrow(sentence);
    const behind = sql`update customer_users set may_see_invoices = true where user_id = ${id}::bigint`;
    await expect(db.write((tx) => behind.execute(tx))).rejects.toThrow("customer_users_invoices");
    expect(await change({ may_order: true })).toMatchObject({
      cost_centres: [own],
      may_order: true,
      may_manage: false,
    });
    await expect(change({ cost_centres: [] })).rejects.toThrow("400");
    // the server's clock stands still, the database's does not: midnight may have passed in between
    const { results } = await staff.call(listAudit, { query: { to: addDays(berlinDay(new Date()), 1) } });
    expect(JSON.stringify(results)).toContain(`Kostenstellen: alle → ${own}`);
    expect(await change({ cost_centres: null })).toMatchObject({ cost_centres: null });
  });
});
