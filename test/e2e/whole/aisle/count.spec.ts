import type { Page } from "@playwright/test";
import {
  beginRow,
  createStocktake,
  getCountedRow,
  getStocktake,
  listStocktakes,
} from "#contract/calls/stocktake/stocktakes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, goOffline, inFlow, openShelf, phone, read, said, tap } from "#test/e2e/support/phone.ts";
import { newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

const place = (page: Page, part: number, word: string) =>
  page.getByRole("button", { name: `Teil ${part}, Höhe 1: ${word}`, exact: true });
const result = (page: Page) => page.getByRole("region", { name: "Ergebnis" });

/** Boxes side by side in a row of six parts. */
async function filledRow(api: Api, amount: 3 | 4) {
  const row = await api.row({ parts: 6, heights: 1 });
  const boxes = await api.boxes(amount);
  for (const [index, box] of boxes.entries()) await api.store(box, row, index + 1);
  return { row, boxes };
}

/** The stocktake of one row that its worker has counted. */
async function countOf(api: Api, row: { readonly id: number }, name: string) {
  const { results } = await api.call(listStocktakes, { query: { limit: 100 } });
  for (const { id, created_by } of results) {
    if (created_by.last_name !== name) continue;
    const counted = await api.call(getStocktake, { path: { id } });
    if (counted.rows.some((one) => one.id === row.id)) return counted;
  }
  return null;
}

test("a row is counted without a network, over a closed tab, in silence as long as it is as expected; every difference is of its class", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const { row, boxes } = await filledRow(api, 4);
  const [first, second, third, last] = boxes as [
    (typeof boxes)[0],
    (typeof boxes)[0],
    (typeof boxes)[0],
    (typeof boxes)[0],
  ];
  const [foreign] = await api.stored(1);
  const worker = await newWorker(api);
  await beginAtShelf(page, worker);
  await goOffline(page);
  await inFlow(page, "count", "Inventur");
  await read(page, rowScanText(row.id));
  await expect(said(page)).toContainText("Wie wird gezählt?");
  await tap(page, "Mit Vorgabe");
  const next = page.getByRole("region", { name: "Nächster Platz" });
  await expect(next).toContainText(showBoxCode(first.code));
  await read(page, first.code);
  await expect(place(page, 1, showBoxCode(first.code))).toBeVisible();
  await expect(said(page), "nothing is said of what is as expected").toHaveCount(0);
  await expect(next).toContainText(showBoxCode(second.code));
  await read(page, third.code);
  await expect(said(page)).toContainText(`Erwartet auf T 2 · H 1: ${showBoxCode(second.code)}.`);
  await expectAccessible(page, "while a row is counted");
  await expect(page.getByText("2 nicht gesendet")).toBeVisible();
  await page.close();

  const again = await openShelf(context);
  await expect(again.getByRole("heading", { level: 1 }), "the row that was begun").toHaveText("Inventur");
  await expect(again.getByText("2/4")).toBeVisible();
  await read(again, foreign.code);
  await expect(said(again)).toContainText("Andere Reihe");
  await tap(again, "Nicht lesbar");
  await again
    .getByRole("list", { name: "Welche Box ist es?" })
    .getByRole("button")
    .filter({ hasText: showBoxCode(second.code) })
    .click();
  await expect(said(again)).toContainText("Anderer Platz");
  await tap(again, "Rückgängig");
  await expect(said(again)).toContainText("Zurückgenommen");
  await read(again, last.code);
  await expect(place(again, 5, showBoxCode(last.code))).toBeVisible();
  await read(again, rowScanText(row.id));
  await expect(said(again)).toContainText(`Ist der Platz leer?${showBoxCode(second.code)}`);
  await expectAccessible(again, "with a place that may be empty");
  await tap(again, "Leer");
  await expect(result(again)).toContainText("Nach dem Stand dieses Geräts");
  const classes = ["richtig2", "anderer Teil oder andere Höhe1", "andere Reihe1", "fehlt1"];
  for (const one of classes) await expect(result(again)).toContainText(one);
  expect(await countOf(api, row, worker.lastName), "the server has heard of nothing").toBeNull();

  await context.setOffline(false);
  await expect
    .poll(async () => (await countOf(api, row, worker.lastName))?.counts)
    .toMatchObject({ right: 2, other_place: 1, other_row: 1, missing: 1, unknown: 0, twice: 0 });
  await expect(result(again)).toContainText(/I-\d{6}: Übernommen wird am Schreibtisch\./);
  for (const one of classes) await expect(result(again)).toContainText(one);
  const { id } = (await countOf(api, row, worker.lastName)) ?? { id: 0 };
  const { places } = await api.call(getCountedRow, { path: { id, row: row.id } });
  expect(places.map(({ part, code }) => [part, code])).toEqual([
    [1, first.code],
    [2, null],
    [3, third.code],
    [4, foreign.code],
    [5, last.code],
  ]);
  await tap(again, "Nächste Reihe");
  await expect(again.getByText("Bitte das Schild der Reihe scannen.")).toBeVisible();
});

test("a blind row shows nothing of what is expected; who goes on for somebody else loses nothing", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const { row, boxes } = await filledRow(api, 3);
  const other = await filledRow(api, 3);
  const stocktake = await api.call(createStocktake, { body: { rows: [row.id, other.row.id], blind: true } });
  const path = { id: stocktake.id };
  await api.call(beginRow, { path: { ...path, row: other.row.id }, body: { again: false } });
  await beginAtShelf(page, await newWorker(api));
  await inFlow(page, "count", "Inventur");
  await expect(page.getByRole("region", { name: "Noch zu zählen" })).toContainText(row.area.name);
  await read(page, rowScanText(row.id));
  await expect(said(page)).toContainText("Jetzt zählen");
  await expect(page.getByRole("button", { name: "Mit Vorgabe" })).toHaveCount(0);
  for (const { code } of boxes) await expect(page.getByText(showBoxCode(code))).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Nicht lesbar" })).toHaveAttribute("aria-disabled", "true");
  const [first, second, third] = boxes as [(typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0]];
  await read(page, second.code);
  await expect(place(page, 1, showBoxCode(second.code))).toBeVisible();
  await tap(page, "Platz ist leer");
  await expect(place(page, 2, "leer")).toBeVisible();
  await read(page, first.code);
  await expect(place(page, 3, showBoxCode(first.code))).toBeVisible();
  await expect(page.getByText(showBoxCode(third.code))).toHaveCount(0);
  await read(page, rowScanText(row.id));
  await expect(result(page)).toContainText(/fehlt1/);
  await expect
    .poll(async () => (await api.call(getStocktake, { path })).counts)
    .toMatchObject({ right: 0, other_place: 2, missing: 1 });

  await tap(page, "Nächste Reihe");
  await goOffline(page);
  await read(page, rowScanText(other.row.id));
  await expect(said(page)).toContainText("Jetzt zählen");
  for (const [index, { code }] of other.boxes.entries()) {
    await read(page, code);
    await expect(place(page, index + 1, showBoxCode(code))).toBeVisible();
  }
  await page.context().setOffline(false);
  await expect(said(page)).toContainText("Diese Reihe zählt gerade");
  await expectAccessible(page, "with a row that somebody else counts");
  await tap(page, "Weiterzählen");
  await expect(said(page)).toContainText("3 Boxen noch einmal gesendet.");
  await read(page, rowScanText(other.row.id));
  await expect(result(page)).toBeVisible();
  await expect
    .poll(async () => (await api.call(getCountedRow, { path: { ...path, row: other.row.id } })).counts)
    .toMatchObject({ right: 3, missing: 0, twice: 0 });
  await expect(page.getByRole("link", { name: /Klärfälle/ })).toHaveCount(0);
});
