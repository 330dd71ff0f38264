import { describe, expect, test } from "vitest";
import { editBox } from "#contract/calls/stock/boxes.ts";
import { deleteContent, listContents } from "#contract/calls/stock/contents.ts";
import { listHistory } from "#contract/calls/stock/history.ts";
import { archiveAuthor } from "#rules/stock/history.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const owner = await a.customer();
const other = await a.customer();
const reader = await server.asCustomer(owner);
const boxes = [
  await a.box({ owner, state: 1 }),
  await a.box({ owner, state: 1 }),
  await a.box({ owner: other, state: 1 }),
];
const texts = ["Rechnungen", "Verträge", "Personal"];
for (const box of boxes) for (const text of texts) await a.content({ box, text: `${text} ${box.code}` });

const lists = { contents: listContents, history: listHistory } as const;

/** Everything that a list has, page by page. */
async function walk(list: keyof typeof lists, query: Readonly<Record<string, unknown>>, by = staff) {
  const collected: { id: number; box: { id: number; code: string } }[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const page = await by.call(lists[list], { query: { ...query, ...place } });
    collected.push(...page.results);
    after = page.after;
  }
  return collected;
}

const keys = (collected: readonly { id: number; box: { code: string } }[]) =>
  collected.map(({ id, box }) => `${box.code}-${id}`);

describe.each(["contents", "history"] as const)("the list of %s", (list) => {
  test("lists each one once and in order, however few a page holds", async () => {
    const whole = await walk(list, { limit: 1000 });
    expect(whole.length).toBeGreaterThanOrEqual(6);
    for (const limit of [1, 2, 3]) expect(await walk(list, { limit })).toEqual(whole);
    const order = whole.map(({ id, box }) => [box.code, id] as const);
    expect(order).toEqual(
      [...order].sort(([code, id], [otherCode, otherId]) => code.localeCompare(otherCode) || id - otherId),
    );
  });

  test("shows a customer's user their own, by whatever it is asked", async () => {
    const own = await walk(list, { owner_id: owner.id });
    expect(keys(await walk(list, {}, reader))).toEqual(keys(own));
    expect(new Set(own.map(({ box }) => box.id))).toEqual(new Set([boxes[0]?.id, boxes[1]?.id]));
    for (const query of [{ owner_id: other.id }, { owner: other.code }, { box: boxes[2]?.id }])
      expect(await reader.call(lists[list], { query: query })).toEqual({ results: [], after: null });
  });

  test("of one box is of that alone, and goes on within it", async () => {
    const [, second] = boxes;
    const whole = await walk(list, { box: second?.id });
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.every(({ box }) => box.id === second?.id)).toBe(true);
    expect(await walk(list, { box: second?.id, limit: 1 })).toEqual(whole);
  });

  test("says where a place is none", async () => {
    for (const after of ["x", "0001000000", "0001000001-", "0001000001-1-1"])
      expect((await staff.ask(lists[list], { query: { after } })).status).toBe(400);
  });
});

test("goes on behind a content and a box that are there no more", async () => {
  const box = await a.box({ owner: await a.customer(), state: 1 });
  const made = [await a.content({ box }), await a.content({ box }), await a.content({ box })];
  const page = await staff.call(listContents, { query: { box: box.id, limit: 1 } });
  await staff.call(deleteContent, { path: { id: made[0]?.id ?? 0 } });
  await staff.call(deleteContent, { path: { id: made[1]?.id ?? 0 } });
  const rest = await staff.call(listContents, { query: { box: box.id, after: page.after ?? "" } });
  expect([rest.results.map(({ id }) => id), rest.after]).toEqual([[made[2]?.id], null]);
});

test("the history is narrowed by kind and by the days on which it was booked", async () => {
  const box = await a.box({ state: 1 });
  await staff.call(editBox, { path: { id: box.id }, body: { state: 7 } });
  const [entry] = await walk("history", { box: box.id, state: 8 });
  expect(entry).toMatchObject({ state: 8, user: { first_name: "Erika" }, box: { code: box.code } });
  const entries = await walk("history", { box: box.id });
  expect(await walk("history", { box: box.id, from: "2020-01-01" })).toEqual(entries);
  expect(await walk("history", { box: box.id, to: "2020-01-01" })).toEqual([]);
  const { status, body } = await staff.ask(listHistory, { query: { from: "2026-01-02", to: "2026-01-01" } });
  expect([status, Object.keys(body as object)]).toEqual([400, ["to"]]);
});

test("a customer's user reads no place and no name of staff in the history", async () => {
  const box = boxes[0]?.id ?? 0;
  await staff.call(editBox, { path: { id: box }, body: { state: 7 } });
  const entries = (await reader.call(listHistory, { query: { box } })).results;
  expect(entries.at(-1)).toMatchObject({ state: 8, user: { first_name: archiveAuthor, last_name: "" } });
  for (const { meta } of entries) expect(meta ?? {}).not.toHaveProperty("area");
});
