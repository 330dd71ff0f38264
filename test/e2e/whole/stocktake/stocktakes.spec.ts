import { shelf } from "#test/e2e/support/nouns/counted-row.ts";
import type { Page } from "@playwright/test";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { beginRow, createStocktake, endRow } from "#contract/calls/stocktake/stocktakes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { act } from "#test/e2e/support/head.ts";
import { Api } from "#test/e2e/support/api.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { expectGoodLooks } from "#test/e2e/support/looks.ts";
import { serverTest } from "#test/e2e/support/own-server.ts";
import { expect, fact, field } from "#test/e2e/support/page.ts";
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

/** Counts a row with one box right, one on another place and one of another row. It also has a code of no box, and an empty place. */
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
