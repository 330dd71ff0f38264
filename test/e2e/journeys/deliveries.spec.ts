import type { Page } from "@playwright/test";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { buyerTest } from "#test/e2e/support/nouns/buyer.ts";
import { expectState, lineButton, lineOf, open, ordered, timeline } from "#test/e2e/support/delivery-detail.ts";
import { added, found, lookup, next, orderCall, orderOf, send } from "#test/e2e/support/delivery-wizard.ts";
import { actionNames } from "#test/e2e/support/head.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, notice, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const question = (page: Page) => page.getByRole("alertdialog");

test.describe("a customer user", () => {
  buyerTest("of one customer begins with the option and orders at the option's price", async ({ page, api, given }) => {
    await page.goto("/deliveries");
    await page.getByRole("link", { name: "Lieferung hinzufügen", exact: true }).click();
    await expect(page).toHaveURL("/deliveries/create?step=1");
    await expect(page.getByText(given.label)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/deliveries/overview");
    await page.goto("/deliveries/create");
    await next(page).click();
    await lookup(page).fill(given.word);
    await found(page)
      .getByRole("checkbox", { name: `Akte ${given.word}` })
      .check();
    await next(page).click();
    await expect(field(page, "Preis in Euro")).toBeHidden();
    await expect(page.locator("dl", { hasText: "Preis" }).getByText("12,50 €")).toBeVisible();
    await expectGoodLooks(page);
    const calls = callsOf(page, "POST", orderCall);
    await send(page).click();
    await expect(added(page)).toBeVisible();
    expect(calls[0]?.body, "what was shown: another one by now is refused").toMatchObject({ price: "12.50" });
    expect((await orderOf(api, { content: given.word })).price).toBe("12.50");
    await expect(page.getByRole("heading", { level: 1, name: "Lieferungen (1)" })).toBeVisible();
  });
});

test.describe("staff", () => {
  test("start, pick line by line, report what is missing, and hand over", async ({ page, api }) => {
    const { delivery, customer, first, second, third, letter } = await ordered(api);
    const number = showDeliveryCode(delivery.code);
    await open(page, delivery);
    await expect(button(page, "Abschließen")).toBeHidden();
    await button(page, "Starten").click();
    await expectState(page, "processing");
    await expect(button(page, "Abschließen")).toHaveAccessibleDescription("Noch 3 Zeilen offen");
    expect(await actionNames(page)).not.toContain("Stornieren");

    await lineButton(page, first, "Kommissionieren").click();
    await expect(lineOf(page, first)).toContainText(/kommissioniert \d\d:\d\d/);
    await expect(lineButton(page, second, "Kommissionieren")).toBeFocused();
    await expect(page.getByText("Noch 2 von 3 Zeilen offen")).toBeVisible();

    await lineButton(page, second, "Nicht gefunden").click();
    const dialog = page.getByRole("dialog", { name: "Nicht gefunden" });
    await dialog.getByRole("button", { name: "Nicht gefunden" }).click();
    await expect(dialog).toContainText("Bitte ausfüllen");
    await field(page, "Grund").fill("Steht nicht im Regal");
    await dialog.getByRole("button", { name: "Nicht gefunden" }).click();
    await expect(dialog).toBeHidden();
    await expect(lineOf(page, second)).toContainText("Steht nicht im Regal");

    await lineButton(page, letter.text, "Kommissionieren").click();
    await expect(page.getByText("Alle 3 Zeilen erledigt")).toBeVisible();
    await button(page, "Abschließen").click();
    const text = `Lieferung ${number} an ${customer.name} wird übergeben: 2 Boxen, 1 Inhalt. Nicht gefunden: 1 Zeile.`;
    await expect(question(page)).toContainText(text);
    await question(page).getByRole("button", { name: "Abschließen" }).click();
    await expect(notice(page, "Lieferung abgeschlossen")).toBeVisible();
    await expectState(page, "completed");
    await expect(timeline(page)).toHaveText([
      /^Lieferung angelegt/,
      /^Bearbeitung begonnen.+, Anna Schmidt$/,
      /^2 Zeilen kommissioniert/,
      new RegExp(`^1 Zeile nicht gefunden: Box ${showBoxCode(second.code)} \\(Steht nicht im Regal\\)`),
      /^Übergeben und abgeschlossen/,
    ]);
    expect((await api.details(first)).state).toBe(2);
    expect((await api.details(second)).state).toBe(3);
    expect((await api.details(third)).state).toBe(1);
  });
});
