import type { BrowserContext, Page } from "@playwright/test";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery as createReturn,
  getDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { abortBatch, closeLines, listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import type { Api } from "#test/e2e/support/api.ts";
import { confirmedBatch } from "#test/e2e/support/batches.ts";
import { shop } from "#test/e2e/support/delivery-wizard.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, goOffline, inFlow, openShelf, phone, read, said, tap } from "#test/e2e/support/phone.ts";
import { codesIn, newWorker, type Worker } from "#test/e2e/support/worker.ts";

// Table of everything that may go wrong: the phone's view without a network, from a cold start, and the actions of a second client meanwhile.

test.use({ ...phone, who: "nobody", isNew: true });
test.beforeEach(({ failures }) => failures.expect(/ERR_INTERNET_DISCONNECTED/));

/** A phone that was closed with all it knows, and is opened where there is no network. */
async function coldPhone(page: Page, context: BrowserContext, worker: Worker): Promise<Page> {
  await beginAtShelf(page, worker);
  await page.close();
  await context.setOffline(true);
  const cold = await openShelf(context);
  await expect(cold.getByRole("heading", { level: 1, name: worker.name })).toBeVisible();
  await goOffline(cold);
  return cold;
}

/** Scans in a flow, each answered with this word. */
async function scanAll(page: Page, title: string, boxes: readonly Box[]) {
  for (const { code } of boxes) {
    await read(page, code);
    await expect(said(page)).toContainText(`${title}${showBoxCode(code)}`);
  }
}

const caseOf = (page: Page, { code }: Box) => page.getByRole("article").filter({ hasText: showBoxCode(code) });

/** The network is back, and so many things are to be looked into. */
async function meetCases(page: Page, count: number) {
  await page.context().setOffline(false);
  await page.getByRole("link", { name: `Klärfälle: ${count}` }).click();
  await expect(page.getByRole("article")).toHaveCount(count);
}

/** Chooses a way out of a case that says this. */
async function settle(page: Page, box: Box, says: RegExp, way: RegExp | string) {
  await expect(caseOf(page, box)).toContainText(says);
  await caseOf(page, box).getByRole("button", { name: way }).click();
}

const expectNoCases = (page: Page) => expect(page.getByText("Keine Klärfälle.")).toBeVisible();
const stateOf = async (api: Api, box: Box) => (await api.details(box)).state;

test("stored and moved without a network: what others did to place and box is asked about, and every answer does what it says", async ({
  page,
  context,
  api,
}) => {
  const customer = await api.customer();
  const [row, other] = [await api.row({ parts: 6, heights: 1 }), await api.row({ parts: 6, heights: 1 })];
  const [fresh, occupant] = await api.boxes(2, customer);
  const [moved, ordered, carried] = await api.boxes(3, customer);
  const option = await api.option(customer);
  for (const [index, box] of [moved, ordered, carried].entries()) await api.store(box, other, index + 1);
  const phonePage = await coldPhone(page, context, await newWorker(api));

  await inFlow(phonePage, "store", "Einlagern");
  await read(phonePage, rowScanText(row.id));
  await scanAll(phonePage, "Eingelagert", [fresh]);
  for (const box of [moved, ordered]) {
    await read(phonePage, box.code);
    await tap(phonePage, "Hierher umlagern");
    await expect(said(phonePage)).toContainText(`Umgelagert${showBoxCode(box.code)}`);
  }
  await inFlow(phonePage, "move", "Umlagern");
  await read(phonePage, rowScanText(other.id));
  await expect(said(phonePage)).toContainText("Eine ganze Reihe wird nur mit Netz umgelagert.");
  await read(phonePage, carried.code);
  await read(phonePage, rowScanText(row.id));
  await tap(phonePage, "Teil 6, Höhe 1: frei");
  await tap(phonePage, "Hierher umlagern");
  await expect(said(phonePage)).toContainText("Umgelagert");
  await inFlow(phonePage, "create", "Neue Boxen");
  await read(phonePage, `${fresh.code.slice(0, 4)}000999`);
  await expect(said(phonePage)).toContainText("Boxen werden nur mit Netz angelegt.");
  await expect(phonePage.getByText("4 nicht gesendet")).toBeVisible();

  await api.store(occupant, row, 1);
  const aside = { kind: "store", row: other.id, height: 1, move: true } as const;
  await api.scan({ ...aside, code: moved.code, part: 4 });
  await api.scan({ ...aside, code: carried.code, part: 5 });
  await api.order(customer, option, { boxes: [ordered] });
  await meetCases(phonePage, 4);
  await settle(phonePage, moved, /hat sie am .* gestellt: .*Teil 4/, "Hier");
  await expect.poll(() => codesIn(api, row)).toEqual([occupant.code, moved.code]);
  await settle(phonePage, carried, /Wo steht die Box\?.*Teil 5/s, "Dort");
  await settle(phonePage, fresh, /Platz belegt/, "Tauschen");
  await expect.poll(() => codesIn(api, row)).toEqual([fresh.code, moved.code, occupant.code]);
  await settle(phonePage, ordered, /angefordert \(Lieferung/, "Direkt bereitstellen");
  await expectNoCases(phonePage);
  await expect.poll(async () => (await api.details(ordered)).position).toBeNull();
  expect(await codesIn(api, other)).toEqual([carried.code]);
});

test("picked without a network: what a colleague has taken, what is cancelled and what was moved meanwhile", async ({
  page,
  context,
  api,
}) => {
  const { customer, option, boxes } = await shop(api);
  const [taken, lost, cancelled] = boxes;
  const delivery = await api.order(customer, option, { boxes: [taken, lost] });
  const withdrawn = await api.order(customer, option, { boxes: [cancelled] });
  const elsewhere = await api.row();
  const phonePage = await coldPhone(page, context, await newWorker(api));

  await inFlow(phonePage, "pick", "Kommissionieren");
  for (const { code } of [delivery, withdrawn])
    await phonePage.getByRole("checkbox", { name: new RegExp(showDeliveryCode(code)) }).check();
  await tap(phonePage, "Los (2)");
  await scanAll(phonePage, "Kommissioniert", [taken]);
  await expect(phonePage.getByRole("region", { name: "Nächste Zeile" })).toContainText(showBoxCode(lost.code));
  await tap(phonePage, "Nicht gefunden");
  await tap(phonePage, "Platz ist leer");
  await scanAll(phonePage, "Kommissioniert", [cancelled]);
  await expect(phonePage.getByText("3 nicht gesendet")).toBeVisible();

  await api.scan({ kind: "pick", delivery: delivery.id, code: taken.code });
  await api.call(cancelDelivery, { path: { id: withdrawn.id } });
  const there = { row: elsewhere.id, part: 1, height: 1, move: true, anyway: true };
  await api.scan({ kind: "store", code: lost.code, ...there });
  await meetCases(phonePage, 3);
  await settle(phonePage, cancelled, /Nicht mehr bestellt.*Zurück nach .*Teil 3/s, "Zurückgestellt");
  await settle(phonePage, lost, /inzwischen geändert/, "Verstanden");
  await settle(phonePage, taken, /Schon kommissioniert.*Anna Schmidt/s, "Zurückstellen");
  await expect(phonePage.getByRole("heading", { level: 1 })).toHaveText("Einlagern");
  await expect(phonePage.getByRole("link", { name: /Klärfälle/ })).toHaveCount(0);
  expect([await stateOf(api, cancelled), await stateOf(api, lost)]).toEqual([BoxState.inStock, BoxState.ordered]);
  expect(await codesIn(api, elsewhere)).toEqual([lost.code]);
  const { boxes: lines } = await api.call(getDelivery, { path: { id: delivery.id } });
  expect(lines.map(({ reason }) => reason)).toEqual([null, null]);
});

test("loaded, received and staged without a network: a delivery that was completed, a box that is back, and a batch that was broken off", async ({
  page,
  context,
  api,
}) => {
  const { customer, option, boxes } = await shop(api);
  const [loaded] = boxes;
  const delivery = await api.order(customer, option, { boxes: [loaded] });
  await api.scan({ kind: "pick", delivery: delivery.id, code: loaded.code });
  const [back, doomed] = await api.stored(2, customer);
  await api.scan({ kind: "release", code: back.code, text: "" });
  const { code: number } = await api.call(createReturn, {
    body: { kind: 1, customer: customer.id, boxes: [back.id], boxcontents: [], comment: "" },
  });
  const batch = await confirmedBatch(api, customer, [doomed], 5);
  const phonePage = await coldPhone(page, context, await newWorker(api));

  await inFlow(phonePage, "handOver", "Übergabe");
  await scanAll(phonePage, "Verladen", [loaded]);
  await inFlow(phonePage, "destroy", "Vernichtung");
  await tap(phonePage, new RegExp(showBatch(batch.id)));
  await scanAll(phonePage, "Bereitgestellt", [doomed]);
  await inFlow(phonePage, "receive", "Retour");
  await read(phonePage, back.code);
  await expect(said(phonePage)).toContainText(`Angekündigt mit ${showDeliveryCode(number)}.`);
  await expect(phonePage.getByText("3 nicht gesendet")).toBeVisible();

  await api.call(completeDelivery, { path: { id: delivery.id } });
  await api.scan({ kind: "receive", code: back.code });
  await api.call(abortBatch, { path: { id: batch.id }, body: { reason: "Doch nicht" } });
  await context.setOffline(false);
  await expect(said(phonePage), "that is news, and nothing to be looked into").toContainText("Schon wieder da");
  await meetCases(phonePage, 2);
  await settle(phonePage, loaded, /Schon übergeben/, "Verstanden");
  await settle(phonePage, doomed, /Nicht vernichten.*Zurück nach /s, "Zurückgestellt");
  await expectNoCases(phonePage);
  await expect(phonePage.getByRole("link", { name: /Klärfälle/ })).toHaveCount(0);
  const states = await Promise.all([loaded, back, doomed].map((box) => stateOf(api, box)));
  expect(states).toEqual([BoxState.notInStock, BoxState.retour, BoxState.inStock]);
});

test("taken off without a network: a delivery that the office has completed meanwhile, and a box that a colleague has put on a shelf", async ({
  page,
  context,
  api,
}) => {
  const { customer, option, boxes } = await shop(api);
  const [given, kept, shelved] = boxes;
  const delivery = await api.order(customer, option, { boxes: [given, kept] });
  const other = await api.order(customer, option, { boxes: [shelved] });
  for (const { code } of [given, kept]) await api.scan({ kind: "pick", delivery: delivery.id, code });
  await api.scan({ kind: "pick", delivery: other.id, code: shelved.code });
  const row = await api.row();
  const phonePage = await coldPhone(page, context, await newWorker(api));

  await inFlow(phonePage, "handOver", "Übergabe");
  await tap(phonePage, new RegExp(showDeliveryCode(delivery.code)));
  await tap(phonePage, "Beim Kunden");
  await scanAll(phonePage, "Übergeben", [given]);
  await tap(phonePage, "Zurück an Bord");
  await scanAll(phonePage, "Zurück an Bord", [kept]);
  await tap(phonePage, "Verladen");
  await tap(phonePage, "Andere Lieferung");
  await tap(phonePage, new RegExp(showDeliveryCode(other.code)));
  await tap(phonePage, "Beim Kunden");
  await scanAll(phonePage, "Übergeben", [shelved]);
  await expect(phonePage.getByText("3 nicht gesendet")).toBeVisible();

  await api.call(completeDelivery, { path: { id: delivery.id } });
  const there = { row: row.id, part: 2, height: 1, move: true, anyway: true };
  await api.scan({ kind: "store", code: shelved.code, ...there });
  await meetCases(phonePage, 3);
  await settle(phonePage, given, /Schon übergeben.*Ausgelagert/s, "Verstanden");
  await settle(phonePage, shelved, /Wo ist die Box\?.*gestellt: .*Teil 2/s, "Verstanden");
  expect(await stateOf(api, kept), "nobody has asked yet").toBe(BoxState.notInStock);
  await settle(phonePage, kept, /Schon übergeben.*Ist sie noch an Bord\?/s, "Als Retour annehmen");
  await expectNoCases(phonePage);
  await expect.poll(() => stateOf(api, kept)).toBe(BoxState.retour);
  expect(await stateOf(api, given)).toBe(BoxState.notInStock);
  expect(await codesIn(api, row)).toEqual([shelved.code]);
});

test("staged without a network: a box that the office has taken out of its batch meanwhile is stopped, and no more fetched", async ({
  page,
  context,
  api,
}) => {
  const customer = await api.customer();
  const [out, ready] = await api.stored(2, customer);
  const batch = await confirmedBatch(api, customer, [out, ready], 5);
  const phonePage = await coldPhone(page, context, await newWorker(api));
  await inFlow(phonePage, "destroy", "Vernichtung");
  await tap(phonePage, new RegExp(showBatch(batch.id)));
  await scanAll(phonePage, "Bereitgestellt", [out, ready]);
  await expect(phonePage.getByText("2 nicht gesendet")).toBeVisible();

  await api.call(closeLines, { path: batch, body: { boxes: [out.id], reason: "Doch aufheben" } });
  await context.setOffline(false);
  const question = phonePage.getByRole("region", { name: "Frage" });
  await expect(question).toContainText(`Box ${showBoxCode(out.code)} gehört nicht mehr zu ${showBatch(batch.id)}.`);
  await expect(question).toContainText(/Nicht vernichten.*Anna Schmidt.*Zurück nach .*Teil 1/s);
  await meetCases(phonePage, 1);
  await settle(phonePage, out, /Nicht vernichten/, "Zurückgestellt");
  await expectNoCases(phonePage);
  const { results } = await api.call(listBatchLines, { path: batch, query: {} });
  expect(results.map(({ code, staged }) => [code, staged !== null])).toEqual([
    [out.code, false],
    [ready.code, true],
  ]);
  expect(await stateOf(api, out)).toBe(BoxState.inStock);
  await inFlow(phonePage, "destroy", "Vernichtung");
  await tap(phonePage, new RegExp(`${showBatch(batch.id)}.*1 von 1 Box bereit`));
  await expect(phonePage.getByText("Alles bereitgestellt")).toBeVisible();
  await read(phonePage, out.code);
  await expect(said(phonePage)).toContainText("Sie wurde aus dem Vorgang genommen.");
});

/** The network is back, and the scans get their answers while news of the archive are under way that do not know of them. */
async function sendDuringNews(page: Page, mend: () => Promise<void>) {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    /\/scans\/pack\//,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await answered.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.route(/\/scans\/$/, async (route) => asked.promise.then(() => route.continue()));
  const answer = page.waitForResponse(/\/scans\/$/);
  await mend();
  await answer;
  answered.resolve();
}

test("counted without a network: what somebody has moved out of the row meanwhile is not missing", async ({
  page,
  context,
  api,
}) => {
  const [row, other] = [await api.row({ parts: 3, heights: 1 }), await api.row()];
  const boxes = await api.boxes(3);
  for (const [index, box] of boxes.entries()) await api.store(box, row, index + 1);
  const [first, second, third] = boxes;
  const phonePage = await coldPhone(page, context, await newWorker(api));
  await inFlow(phonePage, "count", "Inventur");
  await read(phonePage, rowScanText(row.id));
  await tap(phonePage, "Mit Vorgabe");
  for (const [index, { code }] of [first, second].entries()) {
    await read(phonePage, code);
    await expect(
      phonePage.getByRole("button", { name: `Teil ${index + 1}, Höhe 1: ${showBoxCode(code)}` }),
    ).toBeVisible();
  }
  await api.scan({ kind: "store", code: third.code, row: other.id, part: 1, height: 1, move: true });
  await read(phonePage, rowScanText(row.id));
  await tap(phonePage, "Leer");
  const result = phonePage.getByRole("region", { name: "Ergebnis" });
  await expect(result, "as far as this device knows").toContainText("fehlt1");
  await sendDuringNews(phonePage, () => context.setOffline(false));
  await expect(result).toContainText(/richtig2I-\d{6}/);
  await expect(result).not.toContainText("fehlt");
});
