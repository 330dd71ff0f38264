import { sql } from "kysely";
import { setTerms as termsCall } from "#contract/schemas/billing/terms.ts";
import { setPrice as priceCall } from "#contract/schemas/billing/price-lists.ts";
import type { PricedItem } from "#rules/billing/items.ts";
import { sellerProblems } from "#rules/billing/e-invoice/content-problems.ts";
import { invoiceSeller, type ProviderSettings } from "#rules/billing/provider.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { chargeAnew } from "#server/database/billing/charge-anew.ts";
import type { Database } from "#server/database/database.ts";
import { endSessions } from "#server/features/access/session/mutations.ts";
import { editProvider } from "#server/features/billing/provider/mutations.ts";
import { issueInvoice, noteInvoice } from "#server/features/billing/invoices/mutations.ts";
import { createPriceList, setPrice } from "#server/features/billing/price-lists/mutations.ts";
import { setTerms } from "#server/features/billing/terms/mutations.ts";
import { openSession, scopeOfToken } from "#server/http/session.ts";

/** Euro. */
const prices: Readonly<Partial<Record<PricedItem, string>>> = {
  storage: "3.95",
  intake: "2.40",
  retrieval_box: "4.20",
  retrieval_content: "5.60",
  return_box: "3.10",
  withdrawal: "6.50",
  destruction: "4.80",
  hours: "52.00",
  account_fee: "15.00",
};
/** Issuer where the settings name nobody. */
const somebody = {
  street: "Hafenstraße 1",
  postcode: "28195",
  city: "Bremen",
  contact_phone: "0421 123456",
  contact_email: "rechnung@muster-archiv.example",
  tax_number: "60/123/45678",
  contact: "Dana Demo",
  iban: "DE02120300000000202051",
  bic: "BYLADEM1001",
  creditor_id: "DE98ZZZ09999999999",
} as const;

/**
 * A price list from the month before on, terms for everybody, and the invoices of that month for some customers (`billed`, ids), of which the first is paid:
 * the others are there to be billed. `provider` is who issues; somebody who is made up is typed in where it is no seller.
 */
export async function seedBilling(db: Database, provider: ProviderSettings, billed: readonly number[]): Promise<void> {
  const now = new Date();
  const today = berlinDay(now);
  const month = addMonths(today.slice(0, 7), -1);
  const from = `${month}-01`;
  const clerk = await db.read
    .selectFrom("users")
    .select("id")
    .where("is_staff", "=", true)
    .orderBy("id")
    .executeTakeFirst();
  if (!clerk) return;
  const actor = { userId: clerk.id, address: null };
  const customers = await db.read.selectFrom("customers").select(["id", "code"]).orderBy("id").execute();
  await db.write(async (tx) => {
    const list = await createPriceList(tx, actor, { name: "Standard", vat_category: "S", vat_rate: "19" });
    for (const [item, price] of Object.entries(prices))
      await setPrice(tx, actor, list, priceCall.body.parse({ item, price, valid_from: from }), today);
    for (const { id, code } of customers) {
      const e_address = code % 5 === 0 ? "" : `rechnung@kunde-${code}.example`; // every fifth gets paper
      await setTerms(tx, { actor, today }, id, termsCall.body.parse({ price_list: list, valid_from: from, e_address }));
    }
    await chargeAnew(tx, sql`select id from customers`, from); // once, since nobody had the list when its prices were set
  });
  const scope = await scopeOfToken(db, await db.write((tx) => openSession(tx, clerk.id)));
  if (!scope) return;
  await db.write(async (tx) => {
    if (sellerProblems(invoiceSeller(provider)).length > 0) await editProvider(tx, actor, somebody);
    const made = [];
    for (const customer of billed)
      made.push(await issueInvoice(tx, { scope, actor, provider, now }, { customer, month }));
    const [paid] = made;
    if (paid !== undefined) await noteInvoice(tx, actor, paid, { paid_on: today, is_sent: true });
    await endSessions(tx, clerk.id);
  });
}
