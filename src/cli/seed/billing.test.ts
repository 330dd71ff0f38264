import { expect } from "vitest";
import { billedMonth } from "#contract/calls/billing/billing.ts";
import { getInvoice, listInvoices } from "#contract/calls/billing/invoices.ts";
import { runChecks } from "#cli/check/check.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { testProvider } from "#test/support/provider.ts";
import { expensive } from "#test/support/tiers.ts";
import { seedBilling } from "./billing.ts";
import { seedArchive } from "./load-archive.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);

expensive("an archive of 300 boxes seeded and billed")(
  "an archive that is seeded with prices has issued invoices of the month before, and customers who are to be billed for it",
  async () => {
    await seedArchive(connection, { boxes: 300, seed: 1, add: false, now: new Date(), say: () => {} });
    const { rows } = await db.pools.reading.query<{ id: number }>(
      "select customer_id as id from storage_periods where to_day is null group by 1 order by count(*) desc, 1 limit 2",
    );
    const billed = rows.map(({ id }) => id);
    await seedBilling(db, { ...testProvider, vatId: undefined, contact: undefined }, billed);
    const staff = await server.asStaff();
    const { results } = await staff.call(listInvoices, {});
    expect(new Set(results.map(({ customer }) => customer.id))).toEqual(new Set(billed));
    expect(results).toHaveLength(2);
    expect(results.filter(({ paid_on }) => paid_on !== null)).toHaveLength(1);
    const [{ id } = { id: 0 }] = results;
    const items = (await staff.call(getInvoice, { path: { id } })).lines.map(({ item }) => item);
    expect(items).toEqual(expect.arrayContaining(["storage", "account_fee"]));
    const open = (await staff.call(billedMonth, { query: { month } })).results.filter(({ is_due }) => is_due);
    expect(open.length).toBeGreaterThan(0);
    expect(await runChecks(db)).toEqual([]);
  },
);
