import type { Page } from "@playwright/test";
import { createStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { shelf } from "#test/e2e/support/nouns/counted-row.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { act, action, actionNames } from "#test/e2e/support/head.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { expect, field, notice, test } from "#test/e2e/support/page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const agree = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
const kinds = (page: Page) => page.getByRole("navigation", { name: "Ergebnisse nach Art" });
const state = (page: Page, text: string) =>
  expect(page.locator("main header").getByText(text, { exact: true })).toBeVisible();

test("a row is counted at the desk with a scanner, the page says who counts it, and the row that it is counted", async ({
  page,
  api,
}) => {
  const { row, right, shifted, gone } = await shelf(api);
  const { id } = await api.call(createStocktake, { body: { rows: [row.id] } });
  await page.goto(`/services/stocktakes/${id}`);
  await expect(page.getByRole("img", { name: /^QR-Code/ })).toBeVisible();
  await button(page, "Am Rechner zählen").click();
  await expect(page.getByText("Teil 1 · Höhe 1")).toBeVisible();
  await expect(page.getByRole("list", { name: "Wer zählt wo" })).toContainText(`zählt ${row.area.name}, Reihe`);
  await scan(page, right.code);
  await expect(page.getByText(`${showBoxCode(right.code)}: Teil 1, Höhe 1.`)).toBeVisible();
  await scan(page, shifted.code);
  await expect(page.getByText(`${showBoxCode(shifted.code)}: Teil 2, Höhe 1.`)).toBeVisible();
  await expectGoodLooks(page);
  await page.goto(`/stock/rows/${row.id}`);
  await page.getByRole("link", { name: /^Inventur I-/ }).click();
  await button(page, "Am Rechner zählen").click();
  await expect(page.getByText(`Erwartet: ${showBoxCode(gone.code)}`)).toBeVisible();
  await button(page, "Platz ist leer").click();
  await button(page, "Reihe fertig gezählt").click();
  await agree(page, "Fertig gezählt");
  await state(page, "gezählt");
  await expect(kinds(page)).toContainText("fehlt");
});

test("a case goes from person to person: assigned, noted, its loss reported by its number, written to the customer, found, closed", async ({
  page,
  api,
}) => {
  test.slow();
  const [box, beside] = await api.stored(2);
  await api.content(box, "Verträge 2019");
  await page.goto("/cases");
  await page.getByRole("button", { name: "Klärfall anlegen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Klärfall anlegen" }).click();
  const code = dialog.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  await code.fill(showBoxCode(box.code));
  await field(page, "Was ist aufgefallen").fill("Am Platz steht nichts.");
  await dialog.getByRole("button", { name: "Klärfall anlegen" }).click();
  const number = await page.getByRole("heading", { level: 1, name: /^K-\d{6}$/ }).innerText();
  await state(page, "offen");
  await expect(page.getByRole("region", { name: "Zuletzt gesehen" })).toContainText("Teil 1, Höhe 1");
  await expect(page.getByRole("row").filter({ hasText: showBoxCode(beside.code) })).toBeVisible();

  await act(page, "Zuweisen");
  await dialog.getByLabel("Zuständig").fill("Schmidt");
  await page
    .getByRole("option", { name: /Schmidt/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Zuweisen" }).click();
  await expect(notice(page, "Klärfall zugewiesen")).toBeVisible();
  await state(page, "gesucht");
  await act(page, "Notiz");
  await dialog.getByLabel("Notiz").fill("Reihe abgesucht.");
  await dialog.getByRole("button", { name: "Notiz speichern" }).click();
  await expect(page.getByRole("region", { name: "Verlauf" })).toContainText("Reihe abgesucht.");
  await page.goto("/home");
  await page.getByRole("link", { name: /Klärfall ist Ihnen zugewiesen/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: number })).toBeVisible();

  await act(page, "Verlust melden");
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Was wurde versucht").fill("Zweimal gesucht.");
  await question.getByLabel(/Zur Bestätigung/).fill("K-000099");
  await question.getByRole("button", { name: "Verlust melden" }).click();
  await expect(question.getByText(`Bitte tippen Sie ${number} ein.`)).toBeVisible();
  await expect(question.getByLabel("Was wurde versucht")).toHaveValue("Zweimal gesucht.");
  await question.getByLabel(/Zur Bestätigung/).fill(number);
  await question.getByRole("button", { name: "Verlust melden" }).click();
  await state(page, "Verlust gemeldet");
  await expect(await action(page, "Verlust melden")).toHaveAccessibleDescription("Der Verlust ist schon gemeldet.");
  await page.keyboard.press("Escape");
  const letter = await savedBy(page, () => act(page, "Brief an den Kunden"));
  expect(letter.start).toBe("%PDF-");
  await expectGoodLooks(page);

  await act(page, "Gefunden");
  await dialog.getByLabel("Wo und wie").fill("Hinter dem Regal.");
  await dialog.getByRole("button", { name: "Als gefunden eintragen" }).click();
  await state(page, "gefunden");
  await act(page, "Schließen");
  await dialog.getByLabel("Ergebnis").fill("Wieder am Platz.");
  await dialog.getByRole("button", { name: "Klärfall schließen" }).click();
  await state(page, "geschlossen");
  expect(await actionNames(page)).toEqual(["Entwurf des Briefes"]);
});
