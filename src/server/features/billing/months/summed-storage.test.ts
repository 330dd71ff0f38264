import { sql } from "kysely";
import { expect, test } from "vitest";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { billedMonth, previewInvoice } from "#contract/calls/billing/billing.ts";
import { createPriceList, setPrice } from "#contract/calls/billing/price-lists.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db, connection } = await testDatabase();
await seedArchive(connection, { boxes: 900, customers: 9, seed: 5, add: false, now: new Date(), say: () => undefined });
const server = await testServer(db);
const staff = await server.asStaff();
const customers = await db.read.selectFrom("customers").select("id").orderBy("id").execute();
const [whole, anyDay, out, centre, former, priced] = customers.map(({ id }) => id) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const thisMonth = berlinDay(new Date()).slice(0, 7);
const months = [0, -1, -2, -3, -30].map((back) => addMonths(thisMonth, back));

const agree = (id: number, terms: object) =>
  staff.call(setTerms, {
    path: { id },
    body: { price_list: null, valid_from: firstAgreed, confirmed: true, ...terms },
  });

/** Customers of every kind: most pay by the day, one by a list whose price changes within a month, others by box, while out, or by cost centre. */
async function agreements() {
  await agree(anyDay, { storage_mode: "month_any_day" });
  await agree(out, { also_while_out: true });
  const list = await staff.call(createPriceList, { body: { name: "Standard" } });
  for (const [price, valid_from] of [
    ["6.00", `${addMonths(thisMonth, -11)}-01`],
    ["7.00", `${addMonths(thisMonth, -1)}-15`],
  ] as const)
    await staff.call(setPrice, { path: { id: list.id }, body: { item: "storage", price, valid_from } });
  await agree(priced, { price_list: list.id });
  await db.write(async (tx) => {
    await sql`update boxes set cost_centre = 'K 1' where customer_id = ${centre} and number % 3 = 0`.execute(tx);
    await sql`insert into box_cost_centres (box_id, until_day, cost_centre)
      select id, ${`${addMonths(thisMonth, -1)}-10`}::date, 'K 1' from boxes where customer_id = ${former} order by id limit 20`.execute(
      tx,
    );
  });
}

const billed = () => Promise.all(months.map((month) => staff.call(billedMonth, { query: { month } })));
const previews = () =>
  Promise.all(
    [whole, priced, centre].flatMap((id) =>
      months.map((month) => staff.call(previewInvoice, { path: { id }, query: { month } })),
    ),
  );
const storageOf = async (id: number) =>
  (await billed()).map(({ results }) => results.find(({ customer }) => customer.id === id)?.storage);

test("storage costs the same whether the stock of the months before is noted or counted", async () => {
  await agreements();
  const counted = [await billed(), await previews()] as const;
  expect(counted[0].map(({ results }) => results.length)).not.toContain(0);
  await db.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
  await db.write((tx) => keepMonths(tx, new Date()));
  expect([await billed(), await previews()]).toEqual(counted);

  // what is noted of those who pay by the day is not counted again; of nobody else it is read
  const all = [whole, priced, anyDay, out, centre, former];
  const before = await Promise.all(all.map(storageOf));
  await forge(connection, "update customer_months set mm = mm + 100000");
  const after = await Promise.all(all.map(storageOf));
  expect(all.filter((_, at) => before[at]?.join() !== after[at]?.join())).toEqual([whole, priced]);
  expect(after.map((costs) => costs.at(-1))).toEqual(before.map((costs) => costs.at(-1))); // too long ago to be noted
});
