import * as invoices from "#contract/calls/billing/invoices.ts";
import { editProvider } from "#contract/calls/billing/provider.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { addMonths } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import type { Changing } from "./changing.ts";

/** Another customer's month is billed, the invoice is paid, and another one is cancelled. */
export async function changeInvoices({ staff, cast }: Changing): Promise<void> {
  const customer = cast.other.owner.id;
  const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
  await staff.call(editCustomer, { path: { id: customer }, body: address });
  const months = [-23, -24].map((back) => addMonths(berlinDay(new Date()).slice(0, 7), back));
  const made = [];
  for (const month of months) {
    const work = { item: "hours", quantity: "1", price: "99.99", text: "Umräumen" } as const;
    await staff.call(createServiceEntry, { body: { customer, day: `${month}-12`, ...work } });
    made.push(await staff.call(invoices.issueInvoice, { body: { customer, month } }));
  }
  const [paid, wrong] = made;
  await staff.call(invoices.noteInvoice, {
    path: { id: paid?.id ?? 0 },
    body: { paid_on: berlinDay(new Date()), is_sent: true },
  });
  const of = made.map(({ id }) => id);
  await staff.call(invoices.sendInvoices, { body: { invoices: of } });
  await staff.call(invoices.noteSent, { body: { invoices: of, is_sent: false } });
  await staff.call(editProvider, { body: { contact: "Herr Neumann" } });
  await staff.call(invoices.cancelInvoice, { path: { id: wrong?.id ?? 0 }, body: { number: wrong?.number ?? "" } });
}
