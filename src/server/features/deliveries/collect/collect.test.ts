import { expect, test } from "vitest";
import { listCollect } from "#contract/calls/deliveries/deliveries.ts";
import type { Query } from "#contract/route.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const today = berlinDay(new Date());
const at = (days: number) => `${addDays(today, days)}T10:00:00.000Z`;
const owner = await a.customer();
const row = await a.row();
const stored = (part: number) => a.box({ owner, state: 1, place: { row, part, height: 1 } });
const [first, second, third] = [await stored(1), await stored(2), await stored(3)];
const [fourth, fifth] = [await stored(4), await stored(5)];
const boxes = [first, second, third, fourth, fifth];
const overdue = await a.delivery({ owner, time: at(-1), boxes: [fifth] });
const due = await a.delivery({ owner, time: at(0), boxes: [second] });
const tomorrow = await a.delivery({ owner, time: at(1), boxes: [third, first] });
await a.delivery({ owner, time: at(3), boxes: [fourth] });

const ask = (query: Query<typeof listCollect>) => staff.call(listCollect, { query });
const codes = ({ results }: Awaited<ReturnType<typeof ask>>) => results.map(({ box }) => box.code);
const walk = boxes.map(({ code }) => code);

test("without a limit the list is whole and on one page, as it always was, and says how much of it is due", async () => {
  const all = await ask({});
  expect(codes(all)).toEqual(walk);
  expect(all).toMatchObject({ count: 5, count_pages: 1, current_page: 1, all_count: 5, due_count: 2 });
});

test("page by page it is the same walk, and each page says how long that is", async () => {
  const pages = [await ask({ limit: 2 }), await ask({ limit: 2, offset: 2 }), await ask({ limit: 2, offset: 4 })];
  expect(pages.flatMap(codes)).toEqual(walk);
  expect(pages.map(({ count, count_pages, current_page }) => [count, count_pages, current_page])).toEqual([
    [5, 3, 1],
    [5, 3, 2],
    [5, 3, 3],
  ]);
  expect(await ask({ limit: 2, offset: 6 })).toMatchObject({ results: [], count: 5, all_count: 5 });
});

test("a tour is what is due by today, or on one day in Berlin; the others are counted beside it", async () => {
  const [now, later] = [await ask({ tour: "today" }), await ask({ tour: addDays(today, 1), limit: 1 })];
  expect(now.results.map(({ delivery }) => delivery.id)).toEqual([due.id, overdue.id]);
  expect(now).toMatchObject({ count: 2, all_count: 5, due_count: 2 });
  expect([codes(later), later.results[0]?.delivery.id]).toEqual([[first.code], tomorrow.id]);
  expect(later).toMatchObject({ count: 2, count_pages: 2, all_count: 5, due_count: 2 });
});

test("a box is found by its code on whatever tour it is wanted, and nothing where it is not", async () => {
  expect(codes(await ask({ box: fourth.code }))).toEqual([fourth.code]);
  expect(codes(await ask({ box: fourth.code, tour: "today" }))).toEqual([]);
  expect(codes(await ask({ box: (await a.box({ owner, state: 1 })).code }))).toEqual([]);
});

test("what is no tour, no code and no page is refused in German, and customers' users see nothing of it", async () => {
  for (const wrong of ["tour=gestern", "tour=2026-02-31", "box=17", "limit=0", `limit=${maxPageSize + 1}`, "offset=-1"])
    expect((await staff.raw("GET", `/api/v1/deliveries/collect/?${wrong}`)).status, wrong).toBe(400);
  expect((await (await server.asCustomer(owner)).ask(listCollect, {})).status).toBe(403);
});

test("halls are walked by their numbers: the second one before the tenth", async () => {
  for (const name of ["Gang 10", "Gang 2"]) {
    const place = { row: await a.row({ area: await a.area({ name }) }), part: 1, height: 1 };
    await a.delivery({ owner, time: at(9), boxes: [await a.box({ owner, state: 1, place })] });
  }
  const { results } = await ask({ tour: addDays(today, 9) });
  expect(results.map(({ position }) => position?.row.area.name)).toEqual(["Gang 2", "Gang 10"]);
});
