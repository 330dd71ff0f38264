import type { Page } from "@playwright/test";
import { editDelivery, startDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { scan as scanCall } from "#contract/calls/scanning/scans.ts";
import { maxOperations } from "#contract/limits.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { act, actions } from "#test/e2e/support/head.ts";
import type { Api } from "#test/e2e/support/api.ts";
import {
  answer,
  detailsOf,
  expectState,
  lineButton,
  lineOf,
  open,
  ordered,
  timeline,
} from "#test/e2e/support/delivery-detail.ts";
import { everyDay } from "#test/e2e/support/delivery-wizard.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { afterBounce, scan } from "#test/e2e/support/keys.ts";
import { expectAccessible, expectGoodLooks } from "#test/e2e/support/looks.ts";
import { callsOf, expect, fact, notice, test } from "#test/e2e/support/page.ts";
import { loseScans } from "#test/e2e/support/worker.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const question = (page: Page) => page.getByRole("alertdialog");

test.describe("staff", () => {
  test("read who gets what, when and for how much, and what happened", async ({ page, api }) => {
    const { delivery, customer, first, letter } = await ordered(api, "Bitte an der Pforte abgeben.");
    await open(page, delivery);
    await expectState(page, "open");
    await expect(fact(page, "Kunde").getByRole("link")).toHaveText(new RegExp(customer.name));
    await expect(fact(page, "Art")).toHaveText("Kunden");
    await expect(fact(page, "Umfang")).toHaveText("2 Boxen, 1 InhaltBoxen ändern");
    await expect(fact(page, "Bemerkung")).toHaveText("Bitte an der Pforte abgeben.");
    await expect(fact(page, "Lieferoption")).toContainText("Wochentour");
    await expect(lineOf(page, first)).toContainText("Reihe 1, Teil 1, Höhe 1");
    await expect(lineOf(page, letter.text)).toContainText("offen");
    await expect(timeline(page)).toHaveText([/^Lieferung angelegt.+, Anna Schmidt$/, /^Liefertermin/]);
    await page.getByRole("button", { name: "Nummer kopieren" }).click();
    await lineOf(page, first).getByRole("link").click();
    await expect(page).toHaveURL(`/stock/boxes/${first.id}`);
  });

  test("pick everything at once", async ({ page, api }) => {
    const { delivery } = await ordered(api);
    const calls = callsOf(page, "POST", /scans/);
    await open(page, delivery);
    await button(page, "Alle kommissioniert").click();
    await expect(question(page)).toContainText(`3 Zeilen von Lieferung ${showDeliveryCode(delivery.code)}`);
    await question(page).getByRole("button", { name: "Alle kommissioniert" }).click();
    await expect(page.getByText("Alle 3 Zeilen erledigt")).toBeVisible();
    await expectState(page, "processing");
    expect(calls).toHaveLength(1);
    const { boxes, boxcontents } = await detailsOf(api, delivery);
    expect([...boxes, ...boxcontents].every(({ picked }) => picked)).toBe(true);
  });

  test("see in place what was refused, and the rest is picked all the same", async ({ page, api }) => {
    const { delivery, first, second } = await ordered(api);
    await open(page, delivery);
    await api.scan({ kind: "pick", delivery: delivery.id, code: first.code });
    await button(page, "Alle kommissioniert").click();
    await question(page).getByRole("button", { name: "Alle kommissioniert" }).click();
    const said = `Das ist für Lieferung ${showDeliveryCode(delivery.code)} schon kommissioniert.`;
    await expect(answer(page)).toContainText(said);
    await expect(lineOf(page, second)).toContainText("kommissioniert");
    await expect(lineOf(page, first)).toContainText(said);
    await expect(lineOf(page, first)).toContainText(/kommissioniert \d\d:\d\d/);
  });

  test("send an action again whose answer was lost; the server does it once", async ({ page, api, failures }) => {
    failures.expect(/\/scans\/$/);
    const { delivery, first } = await ordered(api);
    const calls = callsOf(page, "POST", /scans/);
    const mend = await loseScans(page, "answers");
    await page.goto(`/deliveries/${delivery.id}`);
    await lineButton(page, first, "Kommissionieren").click();
    await expect(answer(page)).toContainText("Keine Verbindung zum Server.");
    mend();
    const again = lineButton(page, first, "Kommissionieren");
    // The page loads anew meanwhile and knows then that it was done.
    await again.click({ timeout: 900 }).catch(() => undefined);
    await expect(lineOf(page, first)).toContainText(/kommissioniert \d\d:\d\d/);
    const ids = calls.map(({ body }) => (body as { operations: [{ id: string }] }).operations[0].id);
    expect(new Set(ids).size).toBe(1);
    expect((await api.details(first)).history.filter(({ state }) => state === 17)).toHaveLength(1);
  });

  test("pick by the scanner; every code is answered and none leads away", async ({ page, api }) => {
    const { delivery, first, third, letter } = await ordered(api);
    const foreign = await api.box();
    await open(page, delivery);
    await scan(page, first.code);
    await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(first.code)}`);
    await expect(lineOf(page, first)).toContainText("kommissioniert");
    await scan(page, first.code, { later: afterBounce });
    await expect(answer(page)).toContainText("Bereits erledigt");
    await scan(page, foreign.code);
    await expect(answer(page)).toContainText(`Gehört nicht zu dieser Lieferung${showBoxCode(foreign.code)}`);
    await scan(page, "ABCDEFGH");
    await expect(answer(page)).toContainText("Fremder Code, 8 Stellen");
    await scan(page, third.code);
    await expect(answer(page)).toContainText("Nur Inhalte dieser Box");
    await expectAccessible(page, "with a question for contents");
    await page
      .getByRole("group", { name: `Inhalte aus Box ${showBoxCode(third.code)}` })
      .getByRole("button", { name: `Kommissionieren ${letter.text}` })
      .click();
    await expect(answer(page)).toContainText(letter.text);
    await expect(lineOf(page, letter.text)).toContainText("kommissioniert");
    await expect(page).toHaveURL(`/deliveries/${delivery.id}`);
    await page.getByRole("main").getByRole("button", { name: "Schließen", exact: true }).click();
    await expect(answer(page)).toHaveText("");
  });

  test("cancel an open delivery only after a question that names it", async ({ page, api }) => {
    const { delivery, customer, first, letter, third } = await ordered(api);
    await open(page, delivery);
    await act(page, "Stornieren");
    await expect(question(page)).toContainText(
      `Lieferung ${showDeliveryCode(delivery.code)} von ${customer.name} wird storniert: 2 Boxen, 1 Inhalt.`,
    );
    await question(page).getByRole("button", { name: "Nicht stornieren" }).click();
    await expectState(page, "open");
    await act(page, "Stornieren");
    await question(page).getByRole("button", { name: "Stornieren", exact: true }).click();
    await expect(notice(page, "Lieferung storniert")).toBeVisible();
    await expectState(page, "canceled");
    await expect(lineOf(page, letter.text)).toContainText("storniert");
    await expect(button(page, "Starten")).toBeHidden();
    await expect(page.getByRole("textbox", { name: "Preis in Euro" })).toBeHidden();
    expect((await api.details(first)).state).toBe(1);
    expect((await api.details(third)).content[0]?.state).toBe(0);
  });

  test("learn when somebody else was quicker", async ({ page, api, failures }) => {
    failures.expect(/\/cancel\/$/);
    const { delivery } = await ordered(api);
    await open(page, delivery);
    await api.call(startDelivery, { path: { id: delivery.id } });
    await act(page, "Stornieren");
    await question(page).getByRole("button", { name: "Stornieren", exact: true }).click();
    await expect(page.getByRole("alert").getByText(/In Bearbeitung/)).toBeVisible();
    await expectState(page, "processing");
  });

  test("get the delivery note as Lieferung.pdf", async ({ page, api }) => {
    const { delivery } = await ordered(api);
    await open(page, delivery);
    const saved = await savedBy(page, () => act(page, "Lieferschein"));
    expect(saved.name).toBe("Lieferung.pdf");
    expect(saved.start).toBe("%PDF-");
    await expect(page.getByText("Gespeichert: Lieferung.pdf")).toBeVisible();
  });

  test("keep what is shown while it cannot be loaded anew", async ({ page, api, failures }) => {
    failures.expect(/\/deliveries\/\d+\/$/);
    const { delivery, first } = await ordered(api);
    await open(page, delivery);
    await page.route(/\/api\/v1\/deliveries\/\d+\/$/, (route) => route.fulfill({ status: 500, json: {} }));
    await lineButton(page, first, "Kommissionieren").click();
    await expect(page.getByText("Ups. Da ist etwas schief gelaufen.")).toBeVisible();
    await expect(lineOf(page, first)).toContainText("kommissioniert");
    await page.unroute(/\/api\/v1\/deliveries\/\d+\/$/);
    await page.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(page.getByText("Ups. Da ist etwas schief gelaufen.")).toBeHidden();
  });

  test("read in place that there is no such delivery", async ({ page, failures }) => {
    failures.expect(/\/deliveries\/99999999\/$/);
    await page.goto("/deliveries/99999999");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nicht gefunden!");
    await page.getByRole("link", { name: "Zu den Lieferungen" }).click();
    await expect(page).toHaveURL("/deliveries/overview");
  });

  test("can read it", async ({ page, api }) => {
    const { delivery, first, second } = await ordered(api, "Bitte an der Pforte abgeben.");
    const { id } = delivery;
    await api.scan({ kind: "pick", delivery: id, code: first.code });
    await api.scan({ kind: "missing", delivery: id, code: second.code, text: "Steht nicht im Regal" });
    await api.call(editDelivery, { path: { id }, body: { price: "99.00" } });
    await open(page, delivery);
    await expectGoodLooks(page);
    await lineButton(page, "Mappe", "Nicht gefunden").click();
    await expectAccessible(page, "with the question for a reason");
  });

  test("work through more lines than one request takes, without waiting", async ({ page, api }) => {
    const count = maxOperations + 2; // after one is scanned
    const customer = await api.customer();
    const option = await api.option(customer, { days: everyDay, to: "23:59", prior: 0 });
    const row = await api.row();
    const boxes = await api.boxes(count, customer);
    await storeAll(api, boxes, row.id);
    const delivery = await api.order(customer, option, { boxes });
    await open(page, delivery);
    // waited for without `expect`, which looks at the roles of all elements of so many lines whenever it has to wait: that takes longer than the work
    const shown = (css: string, hasText: string) => page.locator(css, { hasText }).waitFor({ timeout: 180_000 });
    await shown(`[data-open-lines="${count}"]`, `Noch ${count} von ${count} Zeilen offen`);
    const last = boxes.at(-1) ?? { code: "" };
    await scan(page, last.code);
    await shown("[role=status][aria-atomic]", `Kommissioniert${showBoxCode(last.code)}`);
    await expect(answer(page)).toBeInViewport();
    await page.locator("main button", { hasText: "Alle kommissioniert" }).click();
    await page.locator("dialog button", { hasText: "Alle kommissioniert" }).click();
    await shown("[aria-label='Wird gesendet …'][role=progressbar]", "");
    await shown("[data-open-lines='0']", `Alle ${count} Zeilen erledigt`);
    await expect(timeline(page).filter({ hasText: `${count} Zeilen kommissioniert` })).toHaveCount(1);
  });
});

async function storeAll(api: Api, boxes: readonly { code: string }[], row: number) {
  const operations = boxes.map(({ code }, index) => ({
    id: crypto.randomUUID(),
    kind: "store" as const,
    code,
    row,
    part: Math.floor(index / 6) + 1,
    height: (index % 6) + 1,
    move: false,
  }));
  for (let from = 0; from < operations.length; from += 500)
    await api.call(scanCall, { body: { operations: operations.slice(from, from + 500) } });
}

const forBuyer = test.extend<{ buyer: Api; given: Awaited<ReturnType<typeof ordered>> }>({
  given: async ({ api }, use) => use(await ordered(api)),
  buyer: async ({ api, given }, use) => use(await api.buyer(given.customer)),
  storageState: async ({ buyer }, use) => use(buyer.storageState),
});

forBuyer("a customer user sees the own delivery without places and staff's buttons", async ({ page, api, given }) => {
  const { delivery, customer, first, letter } = given;
  await open(page, delivery);
  await expect(fact(page, "Kunde")).toContainText(customer.name);
  await expect(fact(page, "Kunde").getByRole("link")).toHaveCount(0);
  await expect(fact(page, "Preis")).toHaveText("12,50 €");
  await expect(page.getByRole("columnheader", { name: "Platz" })).toHaveCount(0);
  await expect(lineOf(page, first)).toContainText("offen");
  await expect(lineOf(page, letter.text).getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Aktionen" }).getByRole("button")).toHaveText(["Stornieren"]);
  await expect(timeline(page).first()).toContainText("Archiv");
  await expectGoodLooks(page);
  await api.scan({ kind: "pick", delivery: delivery.id, code: first.code });
  await page.reload();
  await expectState(page, "processing");
  await expect(actions(page)).toHaveCount(0);
});

forBuyer("a customer user cancels an own delivery while it is open", async ({ page, api, given }) => {
  await open(page, given.delivery);
  await act(page, "Stornieren");
  await expect(question(page)).toContainText(showDeliveryCode(given.delivery.code));
  await question(page).getByRole("button", { name: "Stornieren", exact: true }).click();
  await expectState(page, "canceled");
  expect((await detailsOf(api, given.delivery)).state).toBe(3);
});

forBuyer("a customer user does not find another customer's delivery", async ({ page, api, failures }) => {
  failures.expect(/\/deliveries\/\d+\/$/);
  const { delivery } = await ordered(api);
  await page.goto(`/deliveries/${delivery.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nicht gefunden!");
});
