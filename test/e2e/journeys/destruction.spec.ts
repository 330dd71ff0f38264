import type { Page } from "@playwright/test";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { showBoxCode, showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { settled } from "#test/e2e/support/looks.ts";
import { unmarkAll } from "#test/e2e/support/nouns/marked-boxes.ts";
import { ownServerTest as test } from "#test/e2e/support/own-server.ts";
import { callsOf, expect } from "#test/e2e/support/page.ts";

const table = (page: Page) => page.getByRole("table", { name: "Boxen zur Vernichtung" });
const question = (page: Page) => page.getByRole("alertdialog");
const destroyAll = (page: Page) => page.getByRole("main").getByRole("button", { name: "Boxen vernichten" });

test.describe("collective destruction", () => {
  test.beforeEach(({ api }) => unmarkAll(api));

  test("asks with the number and destroys what was listed, not what was marked since", async ({ page, api }) => {
    const first = await api.boxes(2, await api.customer());
    const second = await api.boxes(2, await api.customer());
    const [late, ...listed] = [second[1], ...first, second[0]];
    await api.call(editMeta, { body: { customer: { id: listed[0].owner.id }, meta_destroy_year: 2099 } });
    for (const box of listed) await api.edit(box, { state: 7 });
    const calls = callsOf(page, "DELETE", /boxes/);
    await page.goto("/services/destruction");
    await expect(page.getByRole("heading", { level: 1, name: "Sammelvernichtung (3)" })).toBeVisible();
    await settled(page);
    await api.edit(late, { state: 7 });
    await destroyAll(page).click();
    await expect(question(page)).toHaveAccessibleName("Alle Boxen wirklich vernichten?");
    await expect(question(page)).toContainText("3 Boxen von 2 Kunden werden vernichtet.");
    // they were only created, and one customer wants them kept
    await expect(question(page)).toContainText("Achtung: 2 Boxen, deren Frist noch läuft, 3 nicht im Haus (");
    const line = table(page)
      .getByRole("row")
      .filter({ hasText: showBoxCode(first[0].code) });
    await expect(line).toContainText("Frist läuft noch");
    await expect(line).toContainText("nicht im Haus");
    const heads = table(page).getByRole("rowheader");
    await expect(heads.filter({ hasText: showCustomer(first[0].owner) })).toContainText(
      "2 Boxen2 × Frist läuft noch2 × nicht im Haus",
    );
    await expect(heads.filter({ hasText: showCustomer(second[0].owner) })).toContainText("1 Box1 × nicht im Haus");
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await destroyAll(page).click();
    const go = question(page).getByRole("button", { name: "Boxen vernichten" });
    await expect(go).toBeDisabled();
    await question(page).getByLabel("Zur Bestätigung 3 eingeben").fill("2");
    await page.keyboard.press("Enter");
    await expect(question(page)).toBeVisible();
    expect(calls).toEqual([]);
    await question(page).getByLabel("Zur Bestätigung 3 eingeben").fill("3");
    await go.click();
    await expect(page.getByRole("status").getByText("Boxen vernichtet", { exact: true }).last()).toBeVisible();
    const done = page.getByRole("heading", { level: 1, name: "3 Boxen von 2 Kunden vernichtet" });
    await expect(done).toBeVisible();
    const owner = second[0].owner;
    const list = page.getByRole("button", { name: `Vernichtungsliste für ${showCustomer(owner)}` });
    const saved = await savedBy(page, () => list.click());
    expect(saved).toMatchObject({
      name: `Muster-Vernichtungsliste-${showCustomerCode(owner.code)}.pdf`,
      start: "%PDF-",
    });
    await page.reload(); // it has an address of its own
    await expect(done).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sammelvernichtung" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sammelvernichtung (1)" })).toBeVisible();
    await expect(table(page)).toContainText(showBoxCode(late.code));
    await page.getByRole("table", { name: "Frühere Sammelvernichtungen" }).getByRole("link").first().click();
    await expect(done).toBeVisible();
    for (const box of listed) expect(await api.details(box)).toMatchObject({ state: 6 });
    expect(await api.details(late)).toMatchObject({ state: 7 });
  });
});
