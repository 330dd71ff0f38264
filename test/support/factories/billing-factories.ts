import { sql } from "kysely";
import type { PricedItem } from "#rules/billing/items.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { billedItems } from "#rules/billing/items.ts";
import { addMonths } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import type { Database } from "#server/database/database.ts";
import { createDebitFile } from "#server/features/billing/debit-files/mutations.ts";
import { issueInvoice } from "#server/features/billing/invoices/mutations.ts";
import { openSession, scopeOfToken } from "#server/http/session.ts";
import { testProvider } from "#test/support/provider.ts";
import { anyWord } from "#test/support/words.ts";

type Id = { readonly id: number };
/** Euro by item; each holds from the year 2000 on. */
type Prices = Partial<Record<PricedItem, string>>;

/** Prices, and what was typed for a customer. */
export function billingFactories(db: Database) {
  /** Number of months of a customer in which something is to be billed already. */
  const monthsOf = new Map<number, number>();
  let askedYear = 1000;
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

    /** A month of before in which something was done for a customer who can be billed; another one each time. */
    async billableMonth(owner: Id): Promise<string> {
      const back = (monthsOf.get(owner.id) ?? 0) + 1;
      monthsOf.set(owner.id, back);
      const month = addMonths(berlinDay(new Date()).slice(0, 7), -back);
      const vat = { vat_category: "S", vat_rate: "19.00" } as const;
      const what = {
        day: `${month}-12`,
        item: "hours",
        unit: "hour",
        quantity: "1",
        price: "48",
        text: "Umräumen",
      } as const;
      await db.write(async (tx) => {
        const { id: by } = await tx.selectFrom("users").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
        await tx
          .insertInto("service_entries")
          .values({ customer_id: owner.id, user_id: by, ...what, ...vat })
          .execute();
        const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
        await tx.updateTable("customers").set(address).where("id", "=", owner.id).execute();
      });
      return month;
    },

    /** Lets a customer's user see invoices; staff need no right. */
    async invoiceReader(user: Id, owner: Id): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable("customer_users")
          .set({ may_see_invoices: true })
          .where("user_id", "=", user.id)
          .where("customer_id", "=", owner.id)
          .execute(),
      );
    },

    /** Creates an invoice that a user issued for a customer. */
    async invoice(owner: Id, by: Id): Promise<Id & { readonly number: string }> {
      const month = await this.billableMonth(owner);
      return this.issued(owner, by, month, new Date());
    },

    /** A month whose storage was billed in advance when it began, and settled with the one after it. */
    async settledMonth(owner: Id, by: Id): Promise<Id & { readonly number: string }> {
      await this.billableMonth(owner);
      const terms = { customer_id: owner.id, price_list_id: null, minimum: null, storage_when: "advance" } as const;
      await db.write(async (tx) => {
        await sql`select set_config('magazin.agreed_from', ${firstAgreed}, true)`.execute(tx);
        await tx.insertInto("customer_terms").values(terms).execute();
      });
      const settled = [2, 1].map((back) => addMonths(berlinDay(new Date()).slice(0, 7), -back));
      let last = { id: 0, number: "" };
      for (const month of settled) last = await this.issued(owner, by, month, new Date(`${month}-02T12:00:00Z`));
      return last;
    },

    /** Creates an invoice that a user issued for a customer with a month, at an instant. */
    async issued(owner: Id, by: Id, month: string, now: Date): Promise<Id & { readonly number: string }> {
      const boss = await db.write((tx) =>
        tx
          .insertInto("users")
          .values({ email: `${anyWord()}@example.com`, last_name: "Kassenwart", is_staff: true, password_hash: "none" })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      const scope = await scopeOfToken(db, await db.write((tx) => openSession(tx, boss.id)));
      if (!scope) throw new Error("Who was just made has no session.");
      const issuing = { scope, actor: { userId: by.id, address: "" }, provider: testProvider, now };
      return db.write(async (tx) => {
        const id = await issueInvoice(tx, issuing, { customer: owner.id, month });
        return tx.selectFrom("invoices").select(["id", "number"]).where("id", "=", id).executeTakeFirstOrThrow();
      });
    },

    /** An invoice that is paid by direct debit, and when it is due. */
    async debitInvoice(owner: Id, by: Id): Promise<Id & { readonly number: string; readonly due: string }> {
      const mandate = { sepa_mandate: `M-${owner.id}`, mandate_date: "2026-01-15", iban: "DE89370400440532013000" };
      await db.write((tx) =>
        tx
          .insertInto("customer_terms")
          .values({ customer_id: owner.id, minimum: null, price_list_id: null, ...mandate })
          .onConflict((conflict) => conflict.column("customer_id").doUpdateSet(mandate))
          .execute(),
      );
      const { id, number } = await this.invoice(owner, by);
      const due = db.write((tx) =>
        tx.selectFrom("invoices").select("due").where("id", "=", id).executeTakeFirstOrThrow(),
      );
      return { id, number, ...(await due) };
    },

    /** A number that is asked for after a restore, of invoices of long ago: nothing waits for it. */
    async askedNumber(): Promise<Id> {
      const what = { series: "invoice", year: askedYear++, known: 4, taken: "2001-02-03T04:05:06Z" } as const;
      return db.write((tx) => tx.insertInto("restored_numbers").values(what).returning("id").executeTakeFirstOrThrow());
    },

    /** A file for the bank with what is open. */
    async debitFile(owner: Id, by: Id): Promise<Id> {
      const { due } = await this.debitInvoice(owner, by);
      const actor = { userId: by.id, address: "" };
      const id = await db.write((tx) => createDebitFile(tx, actor, { until: due, first: due }));
      return { id };
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
