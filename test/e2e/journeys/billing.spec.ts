import { changeRights } from "#contract/calls/access/rights.ts";
import { billedMonth } from "#contract/calls/billing/billing.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { billed, issue, month, served } from "#test/e2e/support/nouns/last-month.ts";
import { expectGoodLooksEverywhere } from "#test/e2e/support/looks.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, fact, test } from "#test/e2e/support/page.ts";

// every customer of the server is billed: that is nobody else's
const runTest = serverTest({});

runTest(
  "a run is ended between two invoices, and what an unanswered call may have issued is not issued twice",
  async ({ page, api, failures }) => {
    failures.expect(/net::ERR_FAILED|Failed to load resource/);
    for (const hours of ["1", "2", "3"]) await served(api, hours);
    const left = async () => {
      const { results } = await api.call(billedMonth, { query: { month } });
      return results.filter(({ invoice }) => invoice === null).length;
    };
    expect(await left()).toBe(3);

    // the answer of the first is lost on its way
    await page.route(
      /\/invoices\/$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto("/billing/run");
    await issue(page, "3 Rechnungen ausstellen", 3);
    await expect(page.getByText("1 Rechnung ausgestellt.")).toBeVisible();
    await expect(page.getByRole("button", { name: "2 Rechnungen ausstellen" })).toBeVisible();
    expect(await left()).toBe(2);

    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/invoices\/$/, async (route) => {
      await held;
      await route.continue();
    });
    await issue(page, "2 Rechnungen ausstellen", 2);
    await expect(page.getByRole("progressbar", { name: "0 von 2 Rechnungen ausgestellt" })).toBeVisible();
    await page.getByRole("button", { name: "Anhalten" }).click();
    answer();
    await expect(page.getByRole("button", { name: "1 Rechnung ausstellen" })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    expect(await left()).toBe(1);
  },
);

test("a customer's user finds the invoice in the menu, opens and downloads it, and can do no more with it", async ({
  api,
  browser,
}) => {
  const { customer, user, invoice } = await billed(api);
  const other = await billed(api);
  const { storageState } = await api.enter(user);
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const path = { id: customer.id };
  await page.goto("/home");
  const menu = page.getByRole("navigation", { name: "Hauptmenü" });
  await menu.getByRole("link", { name: "Rechnungen" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rechnungen (1)");
  await expect(menu.locator("[aria-current=page]")).toHaveText("Rechnungen");
  await expect(page.getByRole("link", { name: "Monat abrechnen" })).toHaveCount(0);
  await expect(page.getByText(other.invoice.number)).toHaveCount(0);
  await expectGoodLooksEverywhere(page, { dark: true });
  const sheet = await savedBy(page, async () => {
    await page.getByRole("button", { name: "Als Excel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  });
  expect(sheet.start.slice(0, 2)).toBe("PK");
  await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();

  await page.getByRole("link", { name: invoice.number }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(invoice.number);
  await expect(fact(page, "Kunde")).toHaveText(showCustomer(customer));
  await expect(fact(page, "Rechnungsbetrag")).toHaveText("142,80 €");
  for (const name of ["Bezahlt am …", "Mehr", "Stornieren", "Versandt"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(page.getByText("Versandt")).toHaveCount(0);
  await expectGoodLooksEverywhere(page, { dark: true });
  const pdf = await savedBy(page, () => page.getByRole("button", { name: "PDF" }).click());
  expect([pdf.name, pdf.start]).toEqual([`${invoice.number}.pdf`, "%PDF-"]);
  const xml = await savedBy(page, () => page.getByRole("button", { name: "XML" }).click());
  expect([xml.name, xml.start]).toEqual([`${invoice.number}.xml`, "<?xml"]);

  await page.goto(`/billing/invoices/${other.invoice.id}`);
  await expect(page.getByText("Diese Rechnung gibt es nicht.")).toBeVisible();

  await api.call(changeRights, { path, body: { user: user.id, may_see_invoices: false } });
  await page.goto("/home");
  await expect(menu.getByRole("link", { name: "Lager" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Rechnungen" })).toHaveCount(0);
  await page.goto("/billing/invoices");
  await expect(page.getByText("Rechnungen sehen Sie mit dem Recht „Rechnungen sehen“.")).toBeVisible();
  await expectGoodLooksEverywhere(page, { dark: true });
  await context.close();
});
