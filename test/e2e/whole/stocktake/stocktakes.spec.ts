import type { Page } from "@playwright/test";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { beginRow, createStocktake, endRow } from "#contract/calls/stocktake/stocktakes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { act, action, actionNames } from "#test/e2e/support/head.ts";
import { Api } from "#test/e2e/support/api.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, fact, field, notice } from "#test/e2e/support/page.ts";
import { newWorker } from "#test/e2e/support/worker.ts";

const test = serverTest({ STOCKTAKE_SECOND_PERSON: "on" });

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const agree = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();
const kinds = (page: Page) => page.getByRole("navigation", { name: "Ergebnisse nach Art" });
const outcome = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: "übernommen" });
const state = (page: Page, text: string) =>
  expect(page.locator("main header").getByText(text, { exact: true })).toBeVisible();

/** Accepts all results of a kind. */
async function accept(page: Page, kind: string, label: string, said: string) {
  await kinds(page).getByRole("link", { name: kind }).click();
  await button(page, label).click();
  await page.getByRole("alertdialog").getByRole("button").last().click();
  await expect(outcome(page)).toContainText(said);
}

/** A row with three boxes, and one that stands in another row. */
async function shelf(api: Api) {
  const row = await api.row({ parts: 4, heights: 2 });
  const elsewhere = await api.row();
  const [right, shifted, gone, foreign] = await api.boxes(4);
  for (const [index, box] of [right, shifted, gone].entries()) await api.store(box, row, index + 1);
  await api.store(foreign, elsewhere, 1);
  return { row, right, shifted, gone, foreign };
}

/** What somebody finds there: one right, one on another place, one of another row, a code of no box, and an empty place. */
async function count(counter: Api, id: number, { row, right, shifted, foreign }: Awaited<ReturnType<typeof shelf>>) {
  const path = { id, row: row.id };
  await counter.call(beginRow, { path, body: { take_over: false, again: false } });
  const found = [
    [1, 1, right.code],
    [4, 1, shifted.code],
    [2, 1, foreign.code],
    [4, 2, "0001999999"],
    [3, 1, null],
  ] as const;
  const places = found.map(([part, height, code]) => ({ part, height, code, hand: false }));
  await counter.scan({ kind: "count", session: id, row: row.id, places });
  await counter.call(endRow, { path });
}

test("a row is counted blind, a second person accepts what came of it kind by kind, and the hall shows when it was", async ({
  page,
  api,
}) => {
  test.slow();
  const there = await shelf(api);
  const { row, gone, foreign } = there;
  const counter = await Api.signIn(api.base, await newWorker(api));

  await page.goto("/services/stocktakes");
  await page.getByRole("link", { name: "Inventur anlegen" }).first().click();
  await page.getByRole("button", { name: "Inventur anlegen" }).click();
  await expect(page.getByText("Bitte wählen Sie mindestens eine Reihe.")).toBeVisible();
  await field(page, "Name").fill("Herbst");
  await page.getByRole("checkbox", { name: "Blind zählen" }).check();
  await page.getByRole("group", { name: row.area.name }).getByRole("checkbox", { name: "Reihe 1" }).check();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Inventur anlegen" }).click();
  const number = await page.getByRole("heading", { level: 1, name: /^I-\d{6}$/ }).innerText();
  await state(page, "offen");
  await expect(fact(page, "Art")).toHaveText("blind");
  const id = Number(number.slice(2));

  await count(counter, id, there);
  await page.reload();
  await state(page, "gezählt");
  await expect(kinds(page).getByRole("link")).toHaveText([
    /Alle\s*5/,
    /richtig\s*1/,
    /anderer Teil oder andere Höhe\s*1/,
    /andere Reihe\s*1/,
    /fehlt\s*1/,
    /unbekannter Code\s*1/,
  ]);
  await expect(button(page, "Übernehmen")).toHaveAccessibleDescription(/^Wählen Sie oben eine Art/);
  await accept(page, "richtig", "Bestätigen (1)", "1 übernommen");
  await expect(button(page, "Bestätigen (0)")).toHaveAccessibleDescription("Davon ist alles übernommen.");

  await accept(page, "fehlt", "Auf die Liste zum Nachsehen (1)", "1 auf der Liste zum Nachsehen");
  const missing = page.getByRole("row").filter({ hasText: showBoxCode(gone.code) });
  await expect(missing).toContainText("nachzusehen seit");
  await expectGoodLooks(page);
  await button(page, "Nach zweitem Blick als vermisst melden (1)").click();
  await agree(page, "Als vermisst melden");
  await expect(missing.getByRole("link", { name: /^K-\d{6}$/ })).toBeVisible();
  expect((await api.call(getBox, { path: { id: gone.id } })).state).toBe(BoxState.inconsistent);

  await accept(page, "anderer Teil oder andere Höhe", "An den gefundenen Platz umlagern (1)", "1 übernommen");
  await accept(page, "andere Reihe", "An den gefundenen Platz umlagern (1)", "1 übernommen");
  const { position } = await api.call(getBox, { path: { id: foreign.id } });
  expect([position?.row.id, position?.part, position?.height]).toEqual([row.id, 2, 1]);
  await accept(page, "unbekannter Code", "Klärfall anlegen (1)", "1 übernommen");
  await state(page, "geprüft");

  const report = await savedBy(page, () => act(page, "Bericht"));
  expect(report.start).toBe("%PDF-");
  await page.getByRole("button", { name: "Als Excel" }).click();
  const sheet = await savedBy(page, () => page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click());
  expect(sheet.start).toMatch(/^PK/);
  await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();
  await act(page, "Abschließen");
  await agree(page, "Abschließen");
  await state(page, "abgeschlossen");

  const today = showDate(berlinDay(new Date()));
  await page.goto(`/stock/map?area=${row.area.id}&by=counted`);
  await expect(page.getByRole("link", { name: `${row.area.name}, Reihe 1: gezählt ${today}` })).toBeVisible();
  await expect(page.getByText("in den letzten 30 Tagen")).toBeVisible();
  await page.goto(`/stock/rows/${row.id}`);
  await expect(fact(page, "Zuletzt gezählt")).toContainText(today);
});

test("who counted a row reads why they do not accept it, and a stocktake nobody needs is discarded with its reason", async ({
  page,
  api,
}) => {
  const there = await shelf(api);
  const { id } = await api.call(createStocktake, { body: { rows: [there.row.id] } });
  await count(api, id, there);
  await page.goto(`/services/stocktakes/${id}?class=right`);
  const why = /gezählt: Übernehmen muss eine zweite Person\.$/;
  await expect(button(page, "Bestätigen (1)")).toHaveAccessibleDescription(why);
  await expect(page.getByText(why).filter({ visible: true })).not.toHaveCount(0);
  await act(page, "Verwerfen");
  await field(page, "Grund").fill("Falsche Reihe");
  await page.getByRole("button", { name: "Inventur verwerfen" }).click();
  await state(page, "verworfen");
  await expect(fact(page, "Grund")).toHaveText("Falsche Reihe");
});

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

test("a case goes from hand to hand: assigned, noted, its loss told by its number, written to the customer, found, closed", async ({
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
