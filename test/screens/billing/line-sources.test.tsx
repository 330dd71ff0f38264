import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getInvoice, invoiceServices, invoiceStorage } from "#contract/calls/billing/invoices.ts";
import { expectGoodLooks } from "#test/screens/support/look.ts";
import { customerUser, open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

function answers(server: Stub) {
  const invoice = server.example(getInvoice);
  const [storage] = invoice.lines;
  if (!storage) throw new Error("The example has no line.");
  const trip = {
    ...storage,
    item: "trip",
    unit: "trip",
    quantity: "1.000",
    base: 1,
    price: "12.5000",
    net: "12.50",
  } as const;
  const lines = [
    { ...storage, quantity: "30.000", net: "4.50" },
    { ...trip, source: "services", from: null, to: null } as const,
    { ...storage, source: "unknown" } as const,
  ];
  server.reply(getInvoice, { ...invoice, id: 7, lines });
  const paged = { count: 1, count_pages: 1, current_page: 1 };
  server.reply(invoiceStorage, {
    ...paged,
    results: [{ line: 1, from: "2026-11-01", to: "2026-12-01", mm: 1000, boxes: 2 }],
  });
  const [service] = server.example(invoiceServices).results;
  if (!service) throw new Error("The example has no service.");
  server.reply(invoiceServices, {
    ...paged,
    results: [{ ...service, ...trip, day: "2026-11-12", text: "", delivery: { id: 9, code: 17 } }],
  });
}

test.each([
  ["staff", {}],
  ["a customer's user", { who: customerUser }],
])("each line of an issued invoice leads down to what it is made of: %s", async (_who, as) => {
  const { server } = await open("/billing/invoices/7", { answers, ...as });
  await expect.element(page.getByText(/^Ein Klick auf eine Position zeigt/)).toBeVisible();
  await page
    .getByRole("link", { name: /^Lagerung/ })
    .first()
    .click();
  await expect.element(page.getByRole("heading", { name: /^Position 1: Lagerung/ })).toBeVisible();
  await expect.poll(() => server.asked(invoiceStorage).at(-1)?.query).toMatchObject({ line: "1" });
  await expect.element(page.getByRole("cell", { name: "01.11.2026 bis 30.11.2026" })).toBeVisible();
  const table = page.getByRole("table", { name: "Lagerung Tag für Tag" });
  expect(
    table
      .getByRole("cell")
      .elements()
      .map((cell) => cell.textContent),
  ).toEqual(["01.11.2026 bis 30.11.2026", "Boxen 2", "Laufende Meter 1,000", "Tage 30", "Metertage 30,000"]);
  await expectGoodLooks();
  await page.getByRole("link", { name: /^Lieferung$/ }).click();
  await expect.element(page.getByRole("heading", { name: "Position 2: Lieferung" })).toBeVisible();
  const link = page.getByRole("link", { name: /^Lieferung .*17$/ });
  await expect.element(link).toHaveAttribute("href", "/deliveries/9");
  await expectGoodLooks();
});

test("a line of which nothing was kept says so", async () => {
  await open("/billing/invoices/7?line=3", { answers });
  await expect.element(page.getByText(/^Die Tage zu dieser Position sind nicht aufbewahrt/)).toBeVisible();
});
