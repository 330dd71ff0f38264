import { editDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { checkImport, createImport, discardImport } from "#contract/calls/exchange/imports.ts";
import { home } from "#contract/calls/home/home.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { status } from "#test/e2e/support/box-page.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";

test.describe("home", () => {
  test("shows staff what waits, with its one button", async ({ page, api }) => {
    const customer = await api.customer();
    const file = new Blob(["Boxnummer;Jahrgang\n900;20O4\n"]);
    const body = new FormData();
    for (const [name, value] of Object.entries({ customer: customer.id, name: "Fehlerhaft.csv" }))
      body.append(name, String(value));
    body.append("file", file, "Fehlerhaft.csv");
    const { id } = await api.call(createImport, { body: body as unknown as { customer: number; name: string } });
    await api.call(checkImport, { path: { id } });
    await page.goto("/home");
    const waiting = page.getByRole("region", { name: /^Wartet auf Sie/ });
    const line = waiting.getByRole("listitem").filter({ hasText: /Import(e haben| hat) Fehler/ });
    const correct = line.getByRole("link", { name: /^Berichtigen \(/ });
    await expect(correct).toBeVisible();
    await expect(waiting.getByText("Sonst nichts offen", { exact: true })).toBeVisible();
    await expectGoodLooks(page);
    await correct.click();
    await expect(page).toHaveURL(/\/services\/imports(\/\d+)?$/); // others may have made one, too
    await api.call(discardImport, { path: { id } });
  });

  test("has the tour of today, and the next action of a delivery leads to it", async ({ page, api }) => {
    const { customer, boxes, option } = await shop(api);
    const { id, code } = await api.order(customer, option, { boxes: [boxes[0], boxes[1]] });
    // long overdue, so that it is among the first whatever other tests deliver today
    await api.call(editDelivery, { path: { id }, body: { time: "2026-01-05T12:00:00.000Z" } });
    await page.goto("/home");
    const tour = page.getByRole("region", { name: /^Heute/ });
    const line = tour.getByRole("listitem").filter({ hasText: showDeliveryCode(code) });
    await expect(line).toContainText("überfällig seit 05.01.2026");
    await expect(line).toContainText("0 von 2 geholt");
    await line.getByRole("link", { name: "Holen (Lieferung" }).click();
    await expect(page).toHaveURL(`/deliveries/${id}`);
    await api.scan({ kind: "pick", code: boxes[0].code, delivery: id });
    await page.goto("/home");
    await expect(line).toContainText("1 von 2 geholt");
  });

  test("carries in the side menu how many lines wait, on every page", async ({ page, api }) => {
    await page.goto("/stock/overview");
    const entry = page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name: "Home" });
    await expect(entry).toHaveText("Home");
    await expect(async () => {
      const { waiting } = await api.call(home, {});
      await page.reload();
      await expect(entry.locator(`[data-count="${waiting.length}"]`)).toBeVisible({ timeout: 2_000 });
    }).toPass(); // others work meanwhile
  });

  test("offers again what was opened last, the latest first", async ({ page, api }) => {
    const [first, second] = await api.boxes(2);
    await page.goto(`/stock/boxes?owner=${first.owner.code}`);
    // without another load of the page: Chromium may lose what was kept a moment before it
    for (const box of [first, second, first]) {
      await page.getByRole("link", { name: showBoxCode(box.code) }).click();
      await expect(status(page)).toBeVisible();
      await page.goBack();
    }
    await page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name: "Home" }).click();
    const opened = page.getByRole("region", { name: "Zuletzt geöffnet" }).getByRole("link");
    await expect(opened).toHaveText([first, second].map(({ code }) => `Box ${showBoxCode(code)}`));
    await opened.first().click();
    await expect(page).toHaveURL(`/stock/boxes/${first.id}`);
  });
});
