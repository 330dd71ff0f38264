import { expect, test } from "vitest";
import { editBox, editMeta } from "#contract/calls/stock/boxes.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { createBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { dueList, listRetained, listRetainedCustomers, retentionYears } from "#contract/calls/destruction/retention.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

expensive("a due list on paper for each of five years")(
  "a box is due in the later of both years, that of the law and the one that was typed, wherever it is asked",
  async () => {
    const owner = await a.customer();
    const boxes = [
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 1 }),
    ] as const;
    const [sooner, same, later] = boxes;
    await a.kept({ owner, boxes, key: "ao-briefe", begins: "2012-03-05" }); // over since 2018
    const type = ({ code }: Box, year: number) => {
      const number = Number(code.slice(4));
      return staff.call(editMeta, {
        body: { customer: { id: owner.id }, from: number, to: number, meta_destroy_year: year },
      });
    };
    await type(sooner, 2016);
    await type(later, 2029);
    const ask = (query: object) => staff.call(listRetained, { query: { customer: owner.id, ...query } });
    for (const [year, due, after] of [
      [2018, [], []],
      [2019, [sooner, same], [later]],
      [2026, [sooner, same], [later]],
      [2028, [sooner, same], [later]],
      [2029, [sooner, same, later], []],
    ] as const) {
      const ids = (all: readonly { readonly id: number }[]) =>
        all.map(({ id }) => id).toSorted((one, other) => one - other);
      const [free, waiting] = [await ask({ year }), await ask({ year, show: "later" })];
      expect([ids(free.results), ids(waiting.results)], String(year)).toEqual([ids(due), ids(after)]);
      expect(free.counts).toMatchObject({ due: due.length, later: after.length });
      const { bytes } = await staff.download(dueList, { path: { id: owner.id }, query: { year } });
      const paper = textOf(bytes).replace(/\s+/g, " ");
      expect(paper).toContain(`davon fällig ${due.length}`);
      expect(paper.includes("ab 2029")).toBe(after.length > 0);
    }
    const { results } = await staff.call(retentionYears, { query: { customer: owner.id } });
    expect(results.map(({ year, boxes: count }) => [year, count])).toEqual([
      [2019, 2],
      [2029, 1],
    ]);
    await a.procedure(owner);
    const batch = await staff.call(createBatch, { body: { customer: { id: owner.id }, of: "due" } });
    expect(batch.boxes).toBe(2);
  },
);

test("staff read how many of the boxes that may go are not on their way yet, by a mark or by a batch", async () => {
  const owner = await a.customer();
  const boxes = [
    await a.box({ owner, state: 1 }),
    await a.box({ owner, state: 1 }),
    await a.box({ owner, state: 1 }),
  ] as const;
  const [marked, batched] = boxes;
  await a.kept({ owner, boxes, key: "ao-briefe", begins: "2012-03-05" });
  const ask = (client = staff, query: object = {}) =>
    client.call(listRetained, { query: { customer: owner.id, year: 2026, ...query } });
  expect(await ask()).toMatchObject({ count: 3, eligible: 3 });
  await staff.call(editBox, { path: { id: marked.id }, body: { state: 7 } });
  expect(await ask()).toMatchObject({ count: 3, eligible: 2 });
  expect(await ask(staff, { year: 2016, show: "later" })).toMatchObject({ count: 0, eligible: 0 });
  await a.procedure(owner);
  expect(await ask()).toMatchObject({ count: 3, eligible: 3, by_batch: true });
  await staff.call(createBatch, { body: { customer: { id: owner.id }, boxes: [batched.id] } });
  expect(await ask()).toMatchObject({ count: 3, eligible: 2 });
  expect(await ask(await server.asCustomer(owner))).not.toHaveProperty("eligible");
});

test("without a class the customer's own year of destruction is the term, and no such box is said to have none", async () => {
  const owner = await a.customer();
  const [typed, open] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
  const number = Number(typed.code.slice(4));
  const body = { customer: { id: owner.id }, from: number, to: number, meta_destroy_year: 2019 };
  await staff.call(editMeta, { body });
  const ask = (query: object) => staff.call(listRetained, { query: { customer: owner.id, ...query } });
  expect(await ask({ year: 2018 })).toMatchObject({ count: 0, counts: { due: 0, open: 1 } });
  const due = await ask({ year: 2019 });
  expect(due).toMatchObject({ counts: { due: 1, marked: 0, open: 1 }, eligible: 1 });
  expect(due.results).toMatchObject([{ id: typed.id, ends: null, reason: "Vernichtungsjahr 2019 (keine Klasse)" }]);
  expect((await ask({ show: "open" })).results).toMatchObject([{ id: open.id, reason: "Offen: keine Klasse" }]);
  const { results } = await staff.call(retentionYears, { query: { customer: owner.id } });
  expect(results).toMatchObject([{ year: 2019, boxes: 1 }]);
  const { bytes } = await staff.download(dueList, { path: { id: owner.id }, query: { year: 2019 } });
  expect(textOf(bytes).replace(/\s+/g, " ")).toContain("Vernichtungsjahr 2019");
  await staff.call(editBox, { path: { id: typed.id }, body: { state: 7 } });
  expect(await ask({ year: 2019 })).toMatchObject({ counts: { due: 1, marked: 1 }, eligible: 0 });
});

test("what may go of every customer is shown as on their own page, and to a customer's user of theirs alone", async () => {
  const owner = await a.customer();
  for (const state of [1, 2, 7] as const) {
    const box = await a.box({ owner, state: state === 7 ? 1 : state });
    await a.kept({ owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
    if (state === 7) await staff.call(editBox, { path: { id: box.id }, body: { state } });
  }
  const { count, results, year } = await staff.call(listRetainedCustomers, { query: { year: 2026 } });
  expect([year, count]).toEqual([2026, (await staff.call(listCustomers, { query: {} })).count]);
  const codes = results.map(({ code }) => code);
  expect(codes).toEqual(codes.toSorted((x, y) => x - y));
  for (const { id, code: _code, name: _name, ...counts } of results) {
    const { open: _open, ...own } = (await staff.call(listRetained, { query: { customer: id, year: 2026 } })).counts;
    expect(counts).toEqual(own);
  }
  const second = await staff.call(listRetainedCustomers, { query: { year: 2026, limit: 1, offset: 1 } });
  expect(second.results).toEqual(results.slice(1, 2));
  const theirs = await server.asCustomer(owner);
  const seen = await theirs.call(listRetainedCustomers, { query: { year: 2026 } });
  expect([seen.count, seen.results]).toEqual([
    1,
    [{ id: owner.id, code: owner.code, name: owner.name, due: 2, marked: 1, later: 0, held: 0, away: 1 }],
  ]);
});
