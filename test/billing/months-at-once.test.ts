import { sql } from "kysely";
import { expect } from "vitest";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { monthDays } from "#rules/billing/month.ts";
import { addDays } from "#rules/dates.ts";
import { type CountedMonth, storedAmounts } from "#server/database/billing/stored-amounts.ts";
import { scopeOfToken } from "#server/http/session.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import type { Customer } from "#test/support/factories.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const found = await scopeOfToken(db, staff.token ?? "");
if (!found) throw new Error("Staff have no session.");
const scope = found;

const months = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"];
const [first, days] = ["2025-12-15", 180];
const agreements = [
  {},
  { storage_mode: "day", also_while_out: true, hasList: true },
  { storage_mode: "month_any_day", also_while_out: true, hasList: true },
  { storage_mode: "month_end", hasList: true },
] as const;

/** Prices in metres until the 10th of March, by the box from then on, and metres again from the 1st of May. */
async function priceList(): Promise<number> {
  const { id } = await a.priceList({ storage: "4.50" });
  const rules = sql`
    insert into price_rules (list_id, item, unit, price, vat_category, vat_rate, valid_from) values
      (${id}, 'storage', 'box_month', 1.25, 'S', 19, '2026-03-10'), (${id}, 'storage', 'metre_month', 4.8750, 'S', 7, '2026-05-01')`;
  await db.write((tx) => rules.execute(tx));
  return id;
}

/** A box stands from a day until the next one on which something happened, with a size; what lies between may be left out. */
const life = fc.record({
  who: fc.nat({ max: agreements.length - 1 }),
  centre: fc.constantFrom("", "", "4711"),
  stays: fc.array(fc.tuple(fc.nat({ max: days }), fc.constantFrom(333, 400, 517), fc.boolean()), {
    minLength: 1,
    maxLength: 7,
    size: "max",
  }),
  isOpen: fc.boolean(),
});
type Life = typeof life extends fc.Arbitrary<infer One> ? One : never;

async function live(owner: Customer, { centre, stays, isOpen }: Omit<Life, "who">): Promise<void> {
  const { id } = await a.box({ owner });
  const steps = stays.toSorted(([one], [other]) => one - other);
  await db.write(async (tx) => {
    await sql`update boxes set cost_centre = ${centre} where id = ${id}`.execute(tx);
    await sql`delete from box_cost_centres where box_id = ${id}`.execute(tx); // it has been theirs from the beginning
    for (const [nth, [day, size, isGap]] of steps.entries()) {
      const next = steps[nth + 1]?.[0];
      if (isGap && next !== undefined) continue;
      const to = next === undefined ? (isOpen ? null : addDays(first, days)) : addDays(first, next);
      await sql`
        insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
        values (${id}, ${owner.id}, ${size}, ${addDays(first, day)}::date, ${to}::date)`.execute(tx);
    }
  });
}

const asked = fc.array(
  fc.record({
    month: fc.constantFrom(...months),
    stockOf: fc.option(fc.constantFrom("2026-01-01", "2026-03-01"), { nil: undefined }),
    isWhole: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8, size: "max" },
);

expensive("random lives counted in many months and customers")(
  "what is counted of several months and customers at once is what is counted of each alone",
  async () => {
    const property = fc.asyncProperty(fc.array(life, { minLength: 3, maxLength: 12 }), asked, async (lives, asks) => {
      const owners: Customer[] = [];
      for (const { hasList, ...terms } of agreements.map((each) => ({ hasList: false, ...each }))) {
        const owner = await a.customer();
        const body = { price_list: hasList ? await priceList() : null, ...terms };
        await staff.call(setTerms, {
          path: { id: owner.id },
          body: { ...body, valid_from: "2000-01-01", confirmed: true },
        });
        await db.write((tx) => sql`update customers set meter_price = 3.75 where id = ${owner.id}`.execute(tx));
        owners.push(owner);
      }
      // nobody's month is empty
      for (const owner of owners) await live(owner, { centre: "", stays: [[0, 400, false]], isOpen: true });
      for (const { who, ...each } of lives) await live(owners[who] as Customer, each);
      const all = asks.map(({ month, stockOf, isWhole }): CountedMonth => {
        const { from, to } = monthDays(month);
        return { from, to: isWhole ? to : addDays(from, 11), stockOf };
      });
      const alone = [];
      for (const [at, each] of all.entries())
        for (const { id } of owners) {
          const amounts = await storedAmounts(db.read, scope, [each], [id]);
          expect(amounts.length).toBeGreaterThan(0);
          alone.push(...amounts.map((amount) => ({ ...amount, nth: at + 1 })));
        }
      const together = await storedAmounts(
        db.read,
        scope,
        all,
        owners.map(({ id }) => id),
      );
      expect(sorted(together)).toEqual(sorted(alone));
      const ours = new Set(owners.map(({ id }) => id));
      const everybodys = await storedAmounts(db.read, scope, all, null);
      expect(sorted(everybodys.filter(({ customer_id }) => ours.has(customer_id)))).toEqual(sorted(alone));
    });
    await fc.assert(property, { numRuns: repeated(15, 500) });
  },
  repeated(120_000, 3_600_000),
);

const sorted = (amounts: readonly object[]) => amounts.map((each) => JSON.stringify(each)).sort();
