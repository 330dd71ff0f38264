import { sql } from "kysely";
import { expect } from "vitest";
import { previewInvoice } from "#contract/calls/billing/billing.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const running = berlinDay(new Date()).slice(0, 7);
const [last, before] = [addMonths(running, -1), addMonths(running, -2)];

/** A metre by a price of its own; a list with a minimum, of what is there at the end; a list for what is out, too, of a box that left the month before. */
const agreedBefore = [
  `insert into customers (id, code, name, meter_price, created) values (1, 1, 'A', 10, '2020-01-01'), (2, 2, 'B', 10, '2020-01-01'), (3, 3, 'C', 10, '2020-01-01')`,
  `insert into price_lists (id, name) overriding system value values (1, 'Liste')`,
  `insert into price_rules (list_id, item, unit, price, vat_category, vat_rate, valid_from) values (1, 'storage', 'metre_month', 33, 'S', 19, '2000-01-01')`,
  `insert into customer_terms (customer_id, price_list_id, storage_mode, minimum) values (2, 1, 'month_end', 50)`,
  `insert into customer_terms (customer_id, price_list_id, storage_mode, also_while_out) values (3, 1, 'month_any_day', true)`,
  `insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
    values (1, 1, 1000, '${before}-01', null), (2, 2, 1000, '${before}-01', null), (3, 3, 1000, '${before}-01', '${before}-10')`,
];

expensive("an archive of an earlier schema is brought up to this one")(
  "an archive of before agreements had a first day is billed for its open months as agreed then, whatever is agreed after the upgrade",
  async () => {
    const old = await emptyDatabase();
    await migrate(old, { upTo: "0125_seals-over-audit" });
    await forge(old, ...agreedBefore);
    await migrate(old);
    const db = new Database(old);
    try {
      const server = await testServer(db);
      const staff = await server.asStaff();
      const owed = (month: string) =>
        Promise.all(
          [1, 2, 3].map(async (id) => (await staff.call(previewInvoice, { path: { id }, query: { month } })).net),
        );
      const asBefore = ["10.00", "50.00", "33.00"];
      expect([await owed(before), await owed(last)]).toEqual([asBefore, asBefore]);
      const { rows } = await sql`
      select customer_id::int, valid_from::text, price_list_id, storage_mode, also_while_out, minimum, meter_price from agreements order by 1`.execute(
        db.read,
      );
      const same = { valid_from: "2000-01-01", also_while_out: false, minimum: null, meter_price: "10.00" };
      expect(rows).toEqual([
        { ...same, customer_id: 1, price_list_id: null, storage_mode: "day" },
        { ...same, customer_id: 2, price_list_id: 1, storage_mode: "month_end", minimum: "50.00" },
        { ...same, customer_id: 3, price_list_id: 1, storage_mode: "month_any_day", also_while_out: true },
      ]);
      await staff.call(editCustomer, { path: { id: 1 }, body: { meter_price: "20.00" } });
      for (const id of [2, 3]) await staff.call(setTerms, { path: { id }, body: { price_list: null } });
      expect([await owed(before), await owed(last)]).toEqual([asBefore, asBefore]);
    } finally {
      await db.close();
    }
  },
);
