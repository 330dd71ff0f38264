import { beforeAll, expect, test } from "vitest";
import { cancelInvoice, noteInvoice } from "#contract/calls/billing/invoices.ts";
import { listChanges } from "#contract/calls/exchange/changes.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";
import { programOf } from "#test/tokens/token-clients.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
let owner: Customer;
let user: { readonly id: number };
beforeAll(async () => {
  owner = await a.customer();
  user = await a.user({ customers: [owner] });
});

async function since(cursor: string | undefined, by: Client) {
  await waitForOldTransactions(db);
  return by.call(listChanges, { query: { ...(cursor !== undefined && { since: cursor }) } });
}
const start = async (by: Client) => (await since(undefined, by)).next;
const invoicesIn = async (cursor: string, by: Client) =>
  (await since(cursor, by)).changes.filter(({ kind }) => kind === "invoice").map(({ id }) => id);
const byNumber = (...ids: number[]) => ids.toSorted((one, other) => one - other);

test("an invoice is reported when it is issued, noted as sent or paid, and cancelled, then with its cancellation", async () => {
  const from = await start(staff);
  const { id, number } = await a.invoice(owner, { id: staff.userId });
  expect(await invoicesIn(from, staff)).toEqual([id]);
  for (const body of [{ is_sent: true }, { paid_on: "2026-11-20" }]) {
    const before = await start(staff);
    await staff.call(noteInvoice, { path: { id }, body });
    expect(await invoicesIn(before, staff)).toEqual([id]);
  }
  const before = await start(staff);
  const made = await staff.call(cancelInvoice, { path: { id }, body: { number } });
  expect(await invoicesIn(before, staff)).toEqual(byNumber(id, made.id));
});

test("a customer's user hears of their own invoices with the right alone, and begins anew when they get it", async () => {
  const client = await server.as(user);
  const from = await start(client);
  await a.invoice(owner, { id: staff.userId });
  expect(await invoicesIn(from, client)).toEqual([]);
  await a.invoiceReader(user, owner);
  expect(await since(from, client)).toMatchObject({ full: true, code: "selection" });
  const anew = await start(client);
  const other = await a.invoice(await a.customer(), { id: staff.userId });
  const { id } = await a.invoice(owner, { id: staff.userId });
  const answered = await invoicesIn(anew, client);
  expect([answered.includes(id), answered.includes(other.id)]).toEqual([true, false]);
});

test("a program hears of invoices with the scope of bills alone, and is refused where it asks for them without", async () => {
  const reading = await programOf(server, { id: staff.userId }, { scopes: ["read"] });
  const billing = await programOf(server, { id: staff.userId }, { scopes: ["read", "billing"] });
  const [fromReading, fromBilling] = [await start(reading), await start(billing)];
  const { id } = await a.invoice(owner, { id: staff.userId });
  expect(await invoicesIn(fromReading, reading)).toEqual([]);
  expect(await invoicesIn(fromBilling, billing)).toEqual([id]);
  const refused = await reading.ask(listChanges, { query: { kinds: "box,invoice" } });
  expect([refused.status, refused.headers.get("x-magazin-code")]).toEqual([403, "token_scope"]);
});
