import { sql } from "kysely";
import { expect, test } from "vitest";
import { billedMonth } from "#contract/calls/billing/billing.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { home } from "#contract/calls/home/home.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const thisMonth = berlinDay(new Date()).slice(0, 7);
const lastMonth = addMonths(thisMonth, -1);

const lineOf = async () => (await staff.call(home, {})).waiting.find(({ kind }) => kind === "billing_due");

async function storedLastMonth() {
  const owner = await a.customer();
  const box = await a.box({ owner });
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
      values (${box.id}, ${owner.id}, 400, ${`${lastMonth}-03`}::date, ${`${lastMonth}-20`}::date)`.execute(tx),
  );
  return owner;
}

test("home says for how many customers the last month is to be billed, and billing opens on it until nobody is left", async () => {
  expect(await lineOf()).toBeUndefined();
  expect((await staff.call(billedMonth, {})).month).toBe(thisMonth);
  const [one] = [await storedLastMonth(), await storedLastMonth()];
  expect(await lineOf()).toMatchObject({ count: 2, first: { name: showMonth(lastMonth).split(" ")[0] } });
  const { month, results } = await staff.call(billedMonth, {});
  expect(month).toBe(lastMonth);
  expect(results.filter(({ is_due }) => is_due)).toHaveLength(2);
  // who is billed for a year at once waits for its end
  const terms = { price_list: null, valid_from: firstAgreed, confirmed: true, interval: "year" as const };
  await staff.call(setTerms, { path: { id: one.id }, body: terms });
  const isOver = lastMonth.endsWith("-12");
  expect((await lineOf())?.count).toBe(isOver ? 2 : 1);
  const user = await server.asCustomer(one);
  expect((await user.call(home, {})).waiting.map(({ kind }) => kind)).not.toContain("billing_due");
});
