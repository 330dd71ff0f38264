import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Input } from "#contract/route.ts";
import { mostFound } from "#rules/lists/paging.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

/** Customers whose boxes have `Serienakte` in them, but each tenth; together they are more than a list counts, the last two are not. */
const customers = [
  { code: 9001, name: "Anfang", boxes: 5500 },
  { code: 12, name: "Mitte", boxes: 4300 },
  { code: 700, name: "Ende", boxes: 2700 },
];
type Query = NonNullable<Input<typeof listBoxes>["query"]>;
let staff: Client;
let owners: Customer[];

beforeAll(async () => {
  staff = await server.asStaff();
  owners = [];
  for (const { code, name, boxes } of customers) {
    const owner = await a.customer({ code, name });
    owners.push(owner);
    await db.write(async (tx) => {
      await sql`
        insert into boxes (customer_id, customer_code, number, history_count, cost_centre)
        select ${owner.id}, ${code}, n * 2, 1, case when n % 3 = 0 then 'Werk' else '' end from generate_series(1, ${boxes}::int) n`.execute(
        tx,
      );
      await sql`insert into history (box_id, seq, kind) select id, 1, 0 from boxes where customer_id = ${owner.id} order by id`.execute(
        tx,
      );
      await sql`
        insert into contents (box_id, customer_id, text)
        select b.id, b.customer_id, case when b.number % 20 = 0 then 'Einzelakte ' else 'Serienakte ' end || s || ' von ' || b.number % 7
        from boxes b cross join generate_series(1, 2) s where b.customer_id = ${owner.id} and (s = 1 or b.number % 3 = 0)`.execute(
        tx,
      );
    });
  }
  const box = await a.box({ owner: owners[2]!, number: 50_001 });
  await db.write((tx) =>
    tx
      .insertInto("box_numbers")
      .values({ box_id: box.id, customer_id: owners[2]?.id ?? 0, text: "Serienakte" })
      .execute(),
  );
});

/** Sets what the archive knows of the word's frequency. This decides how the list is found, and nothing of what it shows. */
async function setFrequency(count: number): Promise<void> {
  await db.write((tx) =>
    sql`
      insert into search_words (customer_id, word, count) values (${owners[0]?.id}, 'serienakte', ${count})
      on conflict (customer_id, word) do update set count = excluded.count`.execute(tx),
  );
}

const orders = {
  code: sql`b.code`,
  "-code": sql`b.code desc`,
  customer: sql`c.name collate german, b.code`,
  "-customer": sql`c.name collate german desc, b.code desc`,
  area: sql`b.code`,
} as const;

/** The codes of all boxes with the word, the slow and obvious way. */
async function codesBy(order: keyof typeof orders, which = sql`true`): Promise<string[]> {
  const rows = await db.read.list(
    `plain-${Math.random()}`,
    sql<{ code: string }>`
      select b.code from boxes b join customers c on c.id = b.customer_id
      where exists (select from contents t where t.box_id = b.id and t.text like 'Serienakte%') and ${which} order by ${orders[order]}`,
  );
  return rows.map(({ code }) => code);
}

/** Pages at the beginning, in the middle, at the end and beyond it; two of them where the same was looked at wholly in another order. */
async function expectPages(client: Client, query: Query, wanted: readonly string[], few = false): Promise<void> {
  const isCut = wanted.length > mostFound;
  const shown = wanted.slice(0, mostFound);
  const codes: string[] = [];
  const offsets = [0, 30, 4950, 9970, 9990, ...(isCut ? [] : [10_000, 20_000])];
  for (const offset of few ? [4950, 9990] : offsets) {
    const limit = offset === 4950 ? 1000 : 30;
    const page = await client.call(listBoxes, { query: { ...query, limit, offset } });
    const about = JSON.stringify({ ...query, offset });
    expect(
      page.results.map(({ code }) => code),
      about,
    ).toEqual(shown.slice(offset, offset + limit));
    expect([page.count, page.count_pages, page.count_at_least], about).toEqual([
      shown.length,
      Math.ceil(shown.length / limit),
      isCut ? true : undefined,
    ]);
    codes.push(...page.results.map(({ code }) => code));
  }
  expect(codes.length).toBeGreaterThanOrEqual(60);
}

describe.each([
  ["that the vocabulary knows as frequent", 50_000],
  ["that the vocabulary has not counted yet", 0],
])("a list by a text %s", (_, frequency) => {
  beforeAll(() => setFrequency(frequency));

  test.each(Object.keys(orders) as (keyof typeof orders)[])(
    "shows the first 10,000 by %s, and counts no further",
    async (order_by) => {
      const wanted = await codesBy(order_by);
      expect(wanted.length).toBeGreaterThan(mostFound);
      await expectPages(staff, { contain_content: "serienakte", order_by }, wanted, order_by !== "-customer");
    },
  );

  expensive("10,000 boxes and more, page by page, in two orders")(
    "is exact where another filter leaves fewer",
    async () => {
      for (const order_by of ["code", "-customer"] as const) {
        const some = await codesBy(order_by, sql`b.number <= 5000`);
        expect(some.length).toBeLessThan(mostFound);
        await expectPages(staff, { contain_content: "Serienakte", max_number: 5000, order_by }, some);
      }
      const all = await codesBy("code", sql`b.number >= 20`);
      await expectPages(staff, { contain_content: "serienakte", min_number: 20 }, all);
    },
  );

  expensive("10,000 boxes and more, page by page")(
    "has what was found by a number first and the others by code, where there are too many to compare",
    async () => {
      const wanted = await codesBy("code");
      await expectPages(staff, { search: "serienakte" }, ["0700050001", ...wanted]);
      const reversed = [...wanted, "0700050001"].toSorted().toReversed();
      await expectPages(staff, { search: "serienakte", order_by: "-code" }, reversed, true);
    },
  );

  test("has the best first where there are not", async () => {
    const { results, count_at_least } = await staff.call(listBoxes, {
      query: { search: "serienakte", max_number: 100, limit: 1000 },
    });
    const wanted = await codesBy("code", sql`b.number <= 100`);
    expect(results.map(({ code }) => code).toSorted()).toEqual(wanted);
    expect(results.map(({ code }) => code)).not.toEqual(wanted);
    expect(count_at_least).toBeUndefined();
  });

  expensive("10,000 boxes and more, listed for each user")("is each customer's own for their users", async () => {
    const own = (...indices: number[]) => indices.map((index) => owners[index]?.id ?? 0);
    const few = await server.asCustomer(...owners.slice(1));
    await expectPages(
      few,
      { contain_content: "serienakte" },
      await codesBy("code", sql`b.customer_id = any(${own(1, 2)}::bigint[])`),
    );
    const many = await server.asCustomer(...owners);
    await expectPages(many, { contain_content: "serienakte", order_by: "-customer" }, await codesBy("-customer"), true);
    const works = await codesBy("code", sql`b.customer_id = any(${own(1, 2)}::bigint[]) and b.cost_centre = 'Werk'`);
    await expectPages(few, { contain_content: "serienakte", cost_centre: "werk" }, works);
  });

  test("is not shown any further, and says where the rest is", async () => {
    const beyond = { contain_content: "serienakte", offset: mostFound };
    expect(await staff.refusal(listBoxes, { query: beyond })).toEqual({
      offset: ["Geblättert wird nur bis 10.000. Alle stehen in der Excel-Tabelle."],
    });
  });
});

test("a piece of a code that very many have is counted no further, whoever asks", async () => {
  const codes = await db.read.selectFrom("boxes").select("code").where("code", "like", "%0%").orderBy("code").execute();
  const wanted = codes.map(({ code }) => code);
  await expectPages(staff, { contain_code: "0" }, wanted);
  await expectPages(await server.asCustomer(...owners), { contain_code: "0" }, wanted, true);
});

test("what counters know is counted to its end", async () => {
  const { count, count_at_least } = await staff.call(listBoxes, {});
  expect([count, count_at_least]).toEqual([12_501, undefined]);
});
