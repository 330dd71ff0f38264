import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const amount = 2_600; // more than twice what is skipped along an index
let own: Customer;
let people: Record<"staff" | "customer", Client>;

beforeAll(async () => {
  const owners = [await a.customer({ name: "Zwei" }), await a.customer({ name: "Eins" })] as const;
  [own] = owners;
  people = { staff: await server.asStaff(), customer: await server.asCustomer(own) };
  const customers = owners.map(({ id }) => id);
  await db.write(async (tx) => {
    await sql`
      insert into deliveries (customer_id, kind, state, time)
      select (${customers}::bigint[])[1 + (n % 10 = 0)::int], n % 2, n % 3, case when n % 7 > 0 then timestamptz '2026-03-01 08:00Z' + n % 90 * interval '1 day' end
      from generate_series(1, ${amount}) n`.execute(tx);
  });
});

type Query = NonNullable<Parameters<typeof people.staff.call<typeof listDeliveries>>[1]["query"]>;
const orders = ["code", "-code", "time", "-time", "state", "-state", "kind", "-kind", "customer", "-customer"] as const;

describe.each(["staff", "customer"] as const)("a late page of %s", (who) => {
  test.each(orders)("by %s goes on where the one before ended", async (order_by) => {
    const page = (query: Query) => people[who].call(listDeliveries, { query: { ...query, order_by } });
    const { count } = await page({ limit: 1 });
    const whole = [];
    for (let offset = 0; offset < count; offset += 1000) {
      const { results } = await page({ limit: 1000, offset });
      whole.push(...results.map(({ id }) => id));
    }
    expect(new Set(whole).size).toBe(count);
    for (const offset of [1001, 1300, 1301, count - 1000, count - 31, count - 1, count]) {
      const late = await page({ limit: 40, offset });
      expect(late.results.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 40));
      expect(late.count).toBe(count);
    }
  });

  test("counts what there is, by kind, state and customer, also after a change", async () => {
    const countOf = async (query: Query) =>
      (await people[who].call(listDeliveries, { query: { ...query, limit: 1 } })).count;
    const queries: Query[] = [
      {},
      { kind: 1 },
      { state: 2 },
      { kind: 0, state: 0 },
      { customer: own.code },
      { customer: 9999 },
    ];
    const recount = async ({ kind, state, customer }: Pick<Query, "kind" | "state" | "customer">) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from deliveries d join customers c on c.id = d.customer_id
        where (${kind ?? null}::int is null or d.kind = ${kind ?? null}::int) and (${state ?? null}::int is null or d.state = ${state ?? null}::int)
          and (${customer ?? null}::int is null or c.code = ${customer ?? null}::int)
          and (${who === "staff"} or c.id = ${own.id})`.execute(db.read);
      return rows[0]?.count;
    };
    for (const query of queries) expect(await countOf(query)).toBe(await recount(query));
    await db.write((tx) => sql`update deliveries set state = 1 where state = 0 and id % 5 = 0`.execute(tx));
    await db.write((tx) => sql`delete from deliveries where id % 97 = 0`.execute(tx));
    for (const query of queries) expect(await countOf(query)).toBe(await recount(query));
  });
});

test("two who change deliveries of one customer at the same moment wait for nobody before they commit, and both are counted", async () => {
  const count = async () => (await people.staff.call(listDeliveries, { query: { limit: 1, state: 2 } })).count;
  const before = await count();
  const change = (rest: number) => sql`update deliveries set state = 2 where state = 1 and id % 10 = ${rest}`;
  await db.write(async (tx) => {
    const mine = await change(0).execute(tx);
    expect(mine.numAffectedRows).toBeGreaterThan(0n);
    const theirs = await db.write((other) => change(5).execute(other)); // ends although the first has not
    expect(theirs.numAffectedRows).toBeGreaterThan(0n);
  });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from deliveries where state = 2`.execute(db.read);
  expect([await count()]).toEqual(rows.map(({ n }) => n));
  expect(await count()).toBeGreaterThan(before);
});
