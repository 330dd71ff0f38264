import type { Page } from "@playwright/test";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { expectGoodLooks, settled } from "#test/e2e/support/looks.ts";
import { choose, expect, field, test } from "#test/e2e/support/page.ts";

const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const report = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Bericht" }).getByRole("link", { name });

test("staff read each report by the keyboard, of everybody or of one customer, and save it", async ({ page, api }) => {
  const owner = await api.customer();
  await api.stored(2, owner);
  await api.boxes(1, owner);
  const year = new Date().getFullYear() + 1;
  await api.call(editMeta, { body: { customer: { id: owner.id }, meta_destroy_year: year } });
  await page.goto("/services");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Bewegungen/ })
    .press("Enter");
  await expect(page).toHaveURL("/reports?show=activity");
  await choose(page, "Kunde", showCustomer(owner));
  await expect(page).toHaveURL(/customer=\d+/);
  await expect(table(page, "Nach Monaten").getByRole("row").nth(1)).toContainText("2");
  await field(page, "Zeitraum").selectOption("24 Monate");
  await expect(table(page, "Nach Monaten").getByRole("row")).toHaveCount(25);
  await page.getByRole("button", { name: "Als Excel" }).click();
  await expect(page.getByRole("dialog")).toContainText(`Kunde: ${showCustomer(owner)}, Monate: 24`);
  const file = await savedBy(page, () => page.getByRole("button", { name: "Speichern" }).click());
  expect([file.name, file.start.slice(0, 2)]).toEqual(["Muster-Bewegungen.xlsx", "PK"]);
  await page.keyboard.press("Escape");

  await report(page, "Lieferzeiten").press("Enter");
  await expect(page.getByText("In diesen Monaten wurde nichts übergeben, was bestellt war.")).toBeVisible();
  await report(page, "Bestand").press("Enter");
  await expect(table(page, "Nach Monaten").getByRole("row").nth(1)).toContainText("0,80");
  await report(page, "Kommissionierung").press("Enter");
  await expect(page.getByText(/weniger als drei Personen/)).toBeVisible();
  await report(page, "Fälligkeiten").press("Enter");
  await expect(
    table(page, "Nach Jahren")
      .getByRole("row")
      .filter({ hasText: String(year) }),
  ).toContainText("3");
  await expectGoodLooks(page);
});

test.describe("a customer's user", () => {
  test.use({ who: "customer" });

  test("finds what is theirs by the palette: three reports, and no sheet of others", async ({ page }) => {
    await page.goto("/home");
    await settled(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Suche und Befehle" }).getByRole("combobox").fill("Statistik");
    await page
      .getByRole("option", { name: /Zahlen/ })
      .first()
      .click();
    await expect(page).toHaveURL("/reports");
    await expect(page.getByRole("navigation", { name: "Bericht" }).getByRole("link")).toHaveText([
      "Bewegungen",
      "Bestand",
      "Fälligkeiten",
    ]);
    await page.goto("/reports?show=productivity&months=13&page=x");
    await expect(report(page, "Bewegungen")).toHaveAttribute("aria-current", "page");
    await report(page, "Bestand").press("Enter");
    await expect(table(page, "Nach Monaten").getByRole("row")).toHaveCount(25);
    await expect(table(page, "Wann die Bereiche voll sind")).toHaveCount(0);
    await expectGoodLooks(page);
  });
});
