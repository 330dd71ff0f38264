import type { Page } from "@playwright/test";
import { getBatch, listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import { setHold } from "#contract/calls/destruction/holds.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { BatchState, showBatch } from "#rules/destruction/batch-state.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { confirmedBatch } from "#test/e2e/support/batches.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, goOffline, inFlow, phone, read, said, signInAtShelf, tap } from "#test/e2e/support/phone.ts";
import { colleague, newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

type Id = { readonly id: number };
const batchIn = (api: Api, path: Id) => api.call(getBatch, { path });
/** Returns the people who have made each box ready. */
async function stagedIn(api: Api, path: Id) {
  const { results } = await api.call(listBatchLines, { path, query: {} });
  return Object.fromEntries(results.map(({ code, staged }) => [code, staged?.by ?? null]));
}

async function weightsIn(api: Api, path: Id) {
  const { results } = await api.call(listBatchLines, { path, query: {} });
  return Object.fromEntries(results.map(({ code, weight_kg }) => [code, weight_kg]));
}

async function open(page: Page, { id }: Id) {
  await inFlow(page, "destroy", "Vernichtung");
  await tap(page, new RegExp(showBatch(id)));
}

async function atShredder(page: Page) {
  await tap(page, "Am Schredder");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Am Schredder");
}

test("boxes are fetched without a network; a wrong one is stopped, and what was held meanwhile goes back to its shelf", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const customer = await api.customer();
  const [first, second, third, foreign] = await api.stored(4, customer);
  const batch = await confirmedBatch(api, customer, [first, second, third], 5);
  const worker = await newWorker(api);
  await beginAtShelf(page, worker);
  await goOffline(page);
  await inFlow(page, "destroy", "Vernichtung");
  await expectAccessible(page, "with batches to choose from");
  await tap(page, new RegExp(showBatch(batch.id)));
  const next = page.getByRole("region", { name: "Nächste Zeile" });
  await expect(next).toContainText("T 1 · H 1");
  await read(page, rowScanText((await api.row()).id));
  await expect(said(page)).toContainText(`Gesucht: ${showBoxCode(first.code)}.`);
  await read(page, foreign.code);
  await expect(said(page)).toContainText("Falsche Box");
  for (const { code } of [first, second]) {
    await read(page, code);
    await expect(said(page)).toContainText(`Bereitgestellt${showBoxCode(code)}`);
  }
  await expect(next).toContainText(showBoxCode(third.code));
  await expectAccessible(page, "on the way");
  await read(page, first.code);
  await expect(said(page)).toContainText("Schon bereitgestellt");
  await api.call(setHold, {
    body: { customer: { id: customer.id }, boxes: [second.id], reason: "Rechtsstreit" },
  });
  await context.setOffline(false);
  const question = page.getByRole("region", { name: "Frage" });
  await expect(question).toContainText(`Box ${showBoxCode(second.code)} ist gesperrt (Rechtsstreit).`);
  await expect(question).toContainText("Zurück nach Halle");
  await expectAccessible(page, "with a box that is held");
  await tap(page, "Zurückgestellt");
  await expect(page.getByText("1 Box gesperrt")).toBeVisible();
  await read(page, third.code);
  await expect(page.getByText("Alles bereitgestellt")).toBeVisible();
  await expect
    .poll(() => stagedIn(api, batch))
    .toEqual({ [first.code]: worker.name, [second.code]: null, [third.code]: worker.name });
  await expect(page.getByRole("link", { name: /Klärfälle/ })).toHaveCount(0);
  const now = await Promise.all([first, second, third, foreign].map(async (box) => (await api.details(box)).state));
  expect(now).toEqual([BoxState.marked, BoxState.marked, BoxState.marked, BoxState.inStock]);
});

test("at the shredder a scan destroys, with a network only; a wrong box changes nothing, and a second person bears witness", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const customer = await api.customer();
  const [first, last, foreign] = await api.stored(3, customer);
  const batch = await confirmedBatch(api, customer, [first, last]);
  const [worker, witness] = [await newWorker(api), await colleague(api)];
  await beginAtShelf(page, worker);
  await open(page, batch);
  await read(page, first.code); // made ready, and at the shredder before that is sent
  await expect(said(page)).toContainText("Bereitgestellt");
  await atShredder(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `at the shredder, ${colorScheme}`);
  }
  await goOffline(page);
  await read(page, first.code);
  await expect(said(page)).toContainText("Nur mit Netz");
  await context.setOffline(false);
  await expect(page.getByRole("img", { name: "Netz ist da" })).toBeVisible();
  await expect(page.getByText(/nicht gesendet/), "nothing waits").toHaveCount(0);
  await read(page, foreign.code);
  await expect(said(page)).toContainText("Falsche Box");
  expect([(await api.details(first)).state, (await api.details(foreign)).state]).toEqual([
    BoxState.marked,
    BoxState.inStock,
  ]);
  const weight = page.getByRole("textbox", { name: "Gewicht in kg" });
  await weight.fill("zwölf");
  await read(page, first.code);
  await expect(said(page)).toContainText("Gewicht prüfen");
  await expect(weight).toHaveAttribute("aria-invalid", "true");
  await weight.fill("12,5");
  await read(page, first.code);
  await expect(said(page)).toContainText(`Vernichtet${showBoxCode(first.code)}Noch 1 Box.`);
  await expect(weight).toHaveValue("");
  expect(await weightsIn(api, batch)).toEqual({ [first.code]: 12.5, [last.code]: null });
  await read(page, last.code);
  await expect(said(page)).toContainText("Das war die letzte Box.");
  const end = page.getByRole("region", { name: "Bezeugen" });
  await expect(end).toContainText(`Vernichtet von${worker.name}`);
  await expect(end).toContainText(
    "Sie haben vernichtet; es bezeugt jemand, dessen Zugang nicht durch Ihre Hände ging.",
  );
  await expectAccessible(page, "with all destroyed");
  expect(await batchIn(api, batch)).toMatchObject({ state: BatchState.shredding, scanned: 2, left: 0 });
  expect(await stagedIn(api, batch)).toEqual({ [first.code]: worker.name, [last.code]: null });
  await expect(page.getByRole("link", { name: /Klärfälle/ })).toHaveCount(0);

  await tap(page, "Zweite Person anmelden");
  await tap(page, `${worker.name} abmelden`);
  await signInAtShelf(page, witness);
  await open(page, batch);
  await tap(page, "Bezeugen …");
  await expect(end).toContainText("2 Boxen: Haben Sie die Vernichtung gesehen?");
  await tap(page, "Ja, bezeugen");
  await expect(end).toContainText(`Bezeugt von${witness.name}`);
  expect(await batchIn(api, batch)).toMatchObject({ state: BatchState.destroyed });
});

test("a scan before the day is refused with the day and leaves nothing behind; a box that was held since stays", async ({
  page,
  api,
}) => {
  const [customer, other] = [await api.customer(), await api.customer()];
  const [early] = await api.stored(1, customer);
  const [held, free] = await api.stored(2, other);
  const waiting = await confirmedBatch(api, customer, [early], 3);
  const batch = await confirmedBatch(api, other, [held, free]);
  await beginAtShelf(page, await newWorker(api));
  await open(page, waiting);
  await atShredder(page);
  await read(page, early.code);
  const { wait_until } = await batchIn(api, waiting);
  const day = showDate(berlinDay(new Date(wait_until ?? "")));
  await expect(said(page)).toContainText(`Nichts vernichtet${showBoxCode(early.code)}Die Wartezeit läuft: ab ${day}.`);
  expect((await api.details(early)).state).toBe(BoxState.marked);
  await expect(page.getByRole("link", { name: /Klärfälle/ })).toHaveCount(0);

  await tap(page, "Anderer Vorgang");
  await tap(page, new RegExp(showBatch(batch.id)));
  await atShredder(page);
  await api.call(setHold, {
    body: { customer: { id: other.id }, boxes: [held.id], reason: "Prüfung" },
  });
  await read(page, held.code);
  await expect(said(page)).toContainText(`Box ${showBoxCode(held.code)} ist gesperrt (Prüfung).`);
  await tap(page, "Zurückgestellt");
  await read(page, free.code);
  await expect(said(page)).toContainText("Vernichtet");
  expect([(await api.details(held)).state, (await api.details(free)).state]).toEqual([
    BoxState.marked,
    BoxState.destroyed,
  ]);
});
