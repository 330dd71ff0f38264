import type { Page } from "@playwright/test";
import { changeRights } from "#contract/calls/access/rights.ts";
import { issueInvoice } from "#contract/calls/billing/invoices.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import type { Api } from "#test/e2e/support/api.ts";

export const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);
export const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };

/** A customer for whom somebody worked for some hours of last month. */
export async function served(api: Api, hours: string, where: object = address) {
  const customer = await api.customer();
  if (Object.keys(where).length > 0) await api.call(editCustomer, { path: { id: customer.id }, body: where });
  const body = { customer: customer.id, day: `${month}-12`, item: "hours", price: "48.00", text: "Umräumen" } as const;
  await api.call(createServiceEntry, { body: { ...body, quantity: hours } });
  return customer;
}

/** A customer with an invoice of last month, and somebody of theirs who may see it. */
export async function billed(api: Api) {
  const [customer, user] = [await api.customer(), await api.addUser()];
  const path = { id: customer.id };
  await api.call(editCustomer, { path, body: { ...address, user_ids: [user.id] } });
  await api.call(changeRights, { path, body: { user: user.id, may_see_invoices: true } });
  const body = { customer: customer.id, day: `${month}-12`, item: "hours", price: "48.00", text: "Umräumen" } as const;
  await api.call(createServiceEntry, { body: { ...body, quantity: "2.5" } });
  return { customer, user, invoice: await api.call(issueInvoice, { body: { customer: customer.id, month } }) };
}

/** Says yes to so many invoices. */
export async function issue(page: Page, button: string, count: number) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog").getByLabel(`Zur Bestätigung ${count} eingeben`).fill(String(count));
  await page.keyboard.press("Enter");
}
