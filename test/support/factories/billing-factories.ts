import type { PricedItem } from "#rules/billing/items.ts";
import { billedItems } from "#rules/billing/items.ts";
import type { Database } from "#server/database/database.ts";
import { anyWord } from "#test/support/words.ts";

type Id = { readonly id: number };
/** Euro by item; each holds from the year 2000 on. */
type Prices = Partial<Record<PricedItem, string>>;

/** Prices, and what was typed for a customer. */
export function billingFactories(db: Database) {
  return {
    async priceList(prices: Prices = {}): Promise<Id> {
      return db.write(async (tx) => {
        const list = tx.insertInto("price_lists").values({ name: `Preisliste ${anyWord()}` });
        const { id } = await list.returning("id").executeTakeFirstOrThrow();
        const vat = { vat_category: "S", vat_rate: "19.00" } as const;
        for (const [item, price] of Object.entries(prices) as [PricedItem, string][]) {
          const [unit] = billedItems[item];
          const rule = { list_id: id, item, unit, price, ...vat, valid_from: "2000-01-01" };
          await tx.insertInto("price_rules").values(rule).execute();
        }
        return { id };
      });
    },

    async serviceEntry(owner: Id, by: Id): Promise<Id> {
      const vat = { vat_category: "S", vat_rate: "19.00" } as const;
      const what = {
        day: "2026-11-12",
        item: "hours",
        unit: "hour",
        quantity: "1",
        price: "48",
        text: "Umräumen",
      } as const;
      const values = { customer_id: owner.id, user_id: by.id, ...what, ...vat };
      return db.write((tx) =>
        tx.insertInto("service_entries").values(values).returning("id").executeTakeFirstOrThrow(),
      );
    },
  };
}
