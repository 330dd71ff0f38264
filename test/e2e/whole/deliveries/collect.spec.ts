import type { Page } from "@playwright/test";
import { listCollect } from "#contract/calls/deliveries/deliveries.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { tickUndoTime } from "#web/features/deliveries/collect/undo-time.ts";
import { answer, detailsOf } from "#test/e2e/support/delivery-detail.ts";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { afterBounce, clockButForKeys, scan } from "#test/e2e/support/keys.ts";
import { expectAccessible, expectGoodLooks } from "#test/e2e/support/looks.ts";
import { callsOf, expect, field, test } from "#test/e2e/support/page.ts";
import { lineOf, open, round, rowIn, tickOf } from "#test/e2e/support/nouns/collect-list.ts";
import { loseScans } from "#test/e2e/support/worker.ts";
import { emptyList } from "#test/e2e/support/failure.ts";

/** The same with a clock whose time `passUndo` lets pass; scans of a later moment know nothing of it. */
async function openClocked(page: Page, ...where: [area: { name: string }, tour?: string]) {
  await clockButForKeys(page);
  await open(page, ...where);
  await expect(page.getByText("Scanner bereit")).toBeVisible(); // keys of before are known by a clock that this one is not
}

/** The time in which what was ticked can be taken back passes. */
async function passUndo(page: Page) {
  await expect(page.getByRole("button", { name: /^Rückgängig/ }).first()).toBeVisible();
  await page.clock.fastForward(tickUndoTime);
}
const lists = /\/deliveries\/collect\/\?/;
/** Whoever leaves takes nothing back: all is sent. */
const leave = (page: Page) => page.getByRole("link", { name: "Überblick" }).click();
const over = (page: Page) => page.locator("summary").filter({ hasText: /^\d+ erledigt$/ });

test("everything that is ordered stands in walking order, row by row", async ({ page, api }) => {
  const { area, customer, option, boxes, first, second, third, fourth } = await round(api);
  const delivery = await api.order(customer, option, { boxes });
  await open(page, area);
  const codes = (number: number) => rowIn(page, area, number).getByRole("link", { name: /^\d{4}\.\d{3}\.\d{3}$/ });
  await expect(codes(1)).toHaveText([showBoxCode(second.code), showBoxCode(first.code)]);
  await expect(codes(2)).toHaveText([showBoxCode(third.code), showBoxCode(fourth.code)]);
  await expect(rowIn(page, area, 2)).toContainText("umgekehrt");
  await expect(rowIn(page, area, 1)).not.toContainText("umgekehrt");
  for (const text of ["Teil 7Höhe 1", customer.name]) await expect(lineOf(page, third)).toContainText(text);
  await lineOf(page, third)
    .getByRole("link", { name: `Lieferung ${showDeliveryCode(delivery.code)}` })
    .click();
  await expect(page).toHaveURL(`/deliveries/${delivery.id}`);
});

test("a line is ticked by a tap; what is done collapses until the list is loaded anew", async ({ page, api }) => {
  const { area, customer, option, first, second } = await round(api);
  const delivery = await api.order(customer, option, { boxes: [first, second] });
  await openClocked(page, area);
  await tickOf(page, second).click();
  await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(second.code)}`);
  await expect(page.getByRole("progressbar", { name: /^1 von \d+$/ })).toBeVisible();
  await expect(lineOf(page, second).getByRole("button", { name: "Nicht gefunden" })).toBeHidden();
  await passUndo(page);
  await expect(over(page)).toHaveText("1 erledigt");
  await expect(tickOf(page, second)).toBeHidden();
  expect((await detailsOf(api, delivery)).state).toBe(1);
  await over(page).click();
  await expect(tickOf(page, second)).toBeChecked();
  await expect(lineOf(page, second)).toContainText("Kommissioniert");
  await page.getByRole("button", { name: "Neu laden" }).click();
  await expect(over(page)).toBeHidden();
  await expect(lineOf(page, second)).toBeHidden();
  await expect(tickOf(page, first)).not.toBeChecked();
});

test("a tick is taken back for six seconds, by the answer and by its line, also without a network: the server never hears of it", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/scans\/$/);
  const { area, customer, option, first, second, third } = await round(api);
  const delivery = await api.order(customer, option, { boxes: [first, second, third] });
  const calls = callsOf(page, "POST", /scans/);
  await openClocked(page, area);
  await scan(page, first.code);
  await expect(answer(page)).toContainText("Kommissioniert");
  await page.getByRole("button", { name: "Rückgängig", exact: true }).click();
  await expect(answer(page)).toContainText(`Zurückgenommen${showBoxCode(first.code)}`);
  await expect(tickOf(page, first)).not.toBeChecked();
  const mend = await loseScans(page, "scans");
  await tickOf(page, second).click();
  await scan(page, third.code, { later: afterBounce });
  await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(third.code)}`);
  await lineOf(page, second)
    .getByRole("button", { name: /^Rückgängig/ })
    .click();
  await expect(tickOf(page, second)).not.toBeChecked();
  await expect(tickOf(page, third)).toBeChecked();
  await passUndo(page);
  await expect(lineOf(page, third)).toContainText("Noch nicht gesendet");
  mend(); // it is sent again by itself
  await expect(over(page)).toHaveText("1 erledigt");
  expect((await detailsOf(api, delivery)).boxes.map(({ picked }) => picked)).toEqual([false, false, true]);
  const sent = calls.flatMap(({ body }) => (body as { operations: { code: string }[] }).operations);
  expect(
    sent.every(({ code }) => code === third.code),
    "of what was taken back nothing was sent",
  ).toBe(true);
});

test("whoever leaves the list takes nothing back any more: what was ticked is sent at once", async ({ page, api }) => {
  const { area, customer, option, first, second } = await round(api);
  const delivery = await api.order(customer, option, { boxes: [first, second] });
  const picked = async () => (await detailsOf(api, delivery)).boxes.map((line) => line.picked);
  await openClocked(page, area);
  await page.clock.pauseAt(Date.now() + 60_000); // nothing is sent because time passes
  await tickOf(page, first).click();
  await expect(lineOf(page, first)).toContainText("Wird gleich gesendet");
  await leave(page);
  await expect.poll(picked).toEqual([true, false]);
  await page.getByRole("link", { name: "Sammelliste" }).click();
  await tickOf(page, second).click();
  await expect(lineOf(page, second)).toContainText("Wird gleich gesendet");
  await page.reload();
  await page.clock.resume();
  await expect.poll(picked, "a reload loses no tick").toEqual([true, true]);
});

test("a scan brings the next open place into view; the address holds which tour is fetched", async ({ page, api }) => {
  const { area, customer, option, boxes, first, second, third } = await round(api);
  const { time, code } = await api.order(customer, option, { boxes });
  const day = berlinDay(new Date(time ?? ""));
  await open(page, area, `?tour=${day}`);
  await scan(page, second.code);
  await expect(page.getByRole("listitem").and(page.locator("[aria-current=step]"))).toContainText(
    showBoxCode(first.code),
  );
  await expect(tickOf(page, first)).toBeInViewport();
  await scan(page, first.code);
  await expect(page.locator("[aria-current=step]")).toContainText(showBoxCode(third.code));
  const tour = page.getByRole("navigation", { name: "Tour" });
  await expect(tour.getByRole("link", { name: showDate(day) })).toHaveAttribute("aria-current", "page");
  await tour.getByRole("link", { name: /^Alle/ }).click();
  await expect(page).toHaveURL("/deliveries/collect");
  await page.goto("/deliveries/collect?tour=2024-01-01");
  await expect(page.getByText("Auf dieser Tour ist nichts zu holen.")).toBeVisible();
  await scan(page, third.code);
  await expect(answer(page)).toContainText(
    `Gehört nicht zu dieser Tour${showBoxCode(third.code)}Lieferung ${showDeliveryCode(code)}`,
  );
  await page.getByRole("link", { name: "Alles zeigen" }).click();
  await expect(tickOf(page, third)).toBeVisible();
});

test("a scan ticks the box; an unknown one, a done one and a foreign one are distinguished", async ({ page, api }) => {
  const { area, customer, option, first, second } = await round(api);
  await api.order(customer, option, { boxes: [first] });
  await open(page, area);
  await scan(page, first.code);
  await expect(tickOf(page, first)).toBeChecked();
  await expect(answer(page)).toContainText("Kommissioniert");
  await scan(page, first.code, { later: afterBounce });
  await expect(answer(page)).toContainText("Bereits erledigt");
  await scan(page, second.code);
  await expect(answer(page)).toContainText(`Steht nicht auf der Liste${showBoxCode(second.code)}`);
  await scan(page, "ABCDEFGH");
  await expect(answer(page)).toContainText("Fremder Code, 8 Stellen„ABCDEFGH“");
  await expect(page).toHaveURL("/deliveries/collect");
});

test("where only contents of a box are wanted, it is asked which; a second scan means all", async ({ page, api }) => {
  const { area, customer, option, first, second } = await round(api);
  const [one, two] = [await api.content(first, "Akte Abel"), await api.content(first, "Akte Bebel")];
  const other = await api.content(second, "Akte Cohn");
  const delivery = await api.order(customer, option, { contents: [one, two, other] });
  await open(page, area);
  await scan(page, first.code);
  const asked = page.getByRole("group", { name: `Inhalte aus Box ${showBoxCode(first.code)}` });
  await expect(asked.getByRole("listitem")).toHaveText([/^Akte Abel/, /^Akte Bebel/]);
  await expectAccessible(page, "with a question for contents");
  await asked.getByRole("button", { name: "Kommissionieren Akte Bebel" }).click();
  await expect(answer(page)).toContainText("Akte Bebel");
  await expect(lineOf(page, first).filter({ hasText: "Akte Abel" }).getByRole("checkbox")).not.toBeChecked();
  await scan(page, second.code);
  await expect(answer(page)).toContainText("Nur Inhalte dieser Box");
  await scan(page, second.code, { later: afterBounce });
  await expect(answer(page)).toContainText("Akte Cohn");
  await expect(tickOf(page, second)).toBeChecked();
  await leave(page);
  await expect
    .poll(async () => (await detailsOf(api, delivery)).boxcontents.map(({ text, picked }) => [text, picked]))
    .toEqual([
      ["Akte Abel", false],
      ["Akte Bebel", true],
      ["Akte Cohn", true],
    ]);
});

test("the question for a box's contents ends where another line is ticked, and where one leaves", async ({
  page,
  api,
}) => {
  const { area, customer, option, first, second } = await round(api);
  const contents = [await api.content(first, "Akte Abel"), await api.content(first, "Akte Bebel")];
  const delivery = await api.order(customer, option, { boxes: [second], contents });
  const stranger = await round(api);
  const foreign = await api.content(stranger.first, "Fremde Akte");
  await api.order(stranger.customer, stranger.option, { contents: [foreign] });
  await open(page, area);
  const asked = page.getByRole("group", { name: /^Inhalte aus Box/ });
  await scan(page, first.code);
  await expect(asked.getByRole("listitem")).toHaveText([/^Akte Abel/, /^Akte Bebel/]);
  await tickOf(page, second).click();
  await expect(asked).toBeHidden();
  await expect(answer(page)).toContainText(`Kommissioniert${showBoxCode(second.code)}`);
  await scan(page, first.code, { later: afterBounce });
  await expect(answer(page)).toContainText(`Nur Inhalte dieser Box${showBoxCode(first.code)}`);
  await scan(page, stranger.first.code, { later: afterBounce });
  await expect(answer(page)).toContainText(`Nur Inhalte dieser Box${showBoxCode(stranger.first.code)}`);
  await expect(asked.getByRole("listitem")).toHaveText([/^Fremde Akte/]);
  await page.getByRole("link", { name: "Überblick" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Lieferungen/ })).toBeVisible();
  await page.getByRole("link", { name: "Sammelliste" }).click();
  await expect(rowIn(page, area, 1)).toBeVisible();
  await expect(asked).toBeHidden();
  await expect(answer(page)).not.toContainText("Nur Inhalte dieser Box");
  await scan(page, stranger.first.code, { later: 2 * afterBounce });
  await expect(asked).toBeVisible();
  expect((await detailsOf(api, delivery)).boxcontents.map(({ picked }) => picked)).toEqual([false, false]);
});

test("a scan from before the question was there is no consent", async ({ page, api }) => {
  const { area, customer, option, first, second } = await round(api);
  const contents = [await api.content(first, "Akte Abel"), await api.content(first, "Akte Bebel")];
  const delivery = await api.order(customer, option, { boxes: [second], contents });
  const picked = async () => {
    const { boxes, boxcontents } = await detailsOf(api, delivery);
    return [...boxes, ...boxcontents].map((line) => line.picked);
  };
  await open(page, area);
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_200); // nothing is read before a page is there
  await scan(page, first.code, { later: -3_000 }); // both lay in a busy browser
  await expect(answer(page)).toContainText("Nur Inhalte dieser Box");
  await scan(page, first.code, { later: -800 });
  await scan(page, second.code);
  await expect(tickOf(page, second)).toBeChecked();
  await expect(tickOf(page, first).first()).not.toBeChecked();
  await scan(page, first.code, { later: afterBounce });
  await scan(page, first.code, { later: 2 * afterBounce });
  await expect(tickOf(page, first).first()).toBeChecked();
  await leave(page);
  await expect.poll(picked).toEqual([true, true, true]);
});

test("what is not there is reported with a reason", async ({ page, api }) => {
  const { area, customer, option, first } = await round(api);
  const delivery = await api.order(customer, option, { boxes: [first] });
  await openClocked(page, area);
  await lineOf(page, first).getByRole("button", { name: "Nicht gefunden" }).click();
  const dialog = page.getByRole("dialog", { name: "Nicht gefunden" });
  await expect(dialog).toContainText(`Box ${showBoxCode(first.code)} ist nicht zu finden.`);
  await field(page, "Grund").fill("Regal leer");
  await dialog.getByRole("button", { name: "Nicht gefunden" }).click();
  await passUndo(page);
  await over(page).click();
  await expect(lineOf(page, first)).toContainText("Nicht gefunden: Regal leer");
  await expect.poll(async () => (await detailsOf(api, delivery)).boxes[0]?.reason).toBe("Regal leer");
});

test("without a network one ticks on; everything is sent once when it is back", async ({ page, api, failures }) => {
  failures.expect(/\/scans\/$/);
  const { area, customer, option, first, second } = await round(api);
  await api.order(customer, option, { boxes: [first, second] });
  const calls = callsOf(page, "POST", /scans/);
  await openClocked(page, area);
  const mendAnswers = await loseScans(page, "answers");
  await tickOf(page, first).click();
  await passUndo(page);
  await expect(lineOf(page, first)).toContainText("Noch nicht gesendet");
  await expect(answer(page)).toContainText("Keine Verbindung zum Server.");
  const mend = await loseScans(page, "scans");
  await tickOf(page, second).click();
  await passUndo(page);
  await expect(page.getByRole("alert").getByText("Noch nicht gesendet: 2 Zeilen")).toBeVisible();
  await expectAccessible(page, "with lines that are not sent");
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  mend();
  mendAnswers();
  await expect(over(page)).toHaveText("2 erledigt");
  await over(page).click();
  for (const box of [first, second]) await expect(lineOf(page, box)).toContainText("Kommissioniert");
  const ids = calls.flatMap(({ body }) => (body as { operations: { id: string }[] }).operations.map(({ id }) => id));
  expect(new Set(ids).size).toBe(2);
  expect((await api.details(first)).history.filter(({ state }) => state === 17)).toHaveLength(1);
});

test("a reload without a network loses no tick", async ({ page, api, failures }) => {
  failures.expect(/\/scans\/$/);
  const { area, customer, option, first } = await round(api);
  const delivery = await api.order(customer, option, { boxes: [first] });
  const mend = await loseScans(page, "scans");
  await openClocked(page, area);
  await tickOf(page, first).click();
  await passUndo(page);
  await expect(lineOf(page, first)).toContainText("Noch nicht gesendet");
  await page.reload();
  mend();
  await expect.poll(async () => (await detailsOf(api, delivery)).boxes[0]?.picked).toBe(true);
});

test("what somebody else has fetched is refused, and said in place", async ({ page, api }) => {
  const { area, customer, option, first, second } = await round(api);
  const delivery = await api.order(customer, option, { boxes: [first, second] });
  await openClocked(page, area);
  await api.scan({ kind: "pick", delivery: delivery.id, code: first.code });
  await tickOf(page, first).click();
  await passUndo(page);
  await expect(answer(page)).toContainText("Nicht möglich");
  await expect(answer(page)).toContainText(
    `Das ist für Lieferung ${showDeliveryCode(delivery.code)} schon kommissioniert.`,
  );
});

test("the list comes on paper, too", async ({ page, api }) => {
  const { area, customer, option, first } = await round(api);
  await api.order(customer, option, { boxes: [first] });
  await open(page, area);
  const saved = await savedBy(page, () => page.getByRole("button", { name: "Sammelliste als PDF" }).click());
  expect(saved.name).toMatch(/-Sammelliste\.pdf$/);
  expect(saved.start).toBe("%PDF-");
});

test("a list that cannot be loaded says so in place, an empty one why", async ({ page, failures }) => {
  failures.expect(lists);
  await page.route(lists, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/deliveries/collect");
  await expect(page.getByRole("alert").getByText("Ups. Da ist etwas schief gelaufen.")).toBeVisible();
  await page.route(lists, (route) => route.fulfill(emptyList));
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(page.getByText("Keine Lieferung wartet auf eine Box oder einen Inhalt.")).toBeVisible();
});

test("the list is readable", async ({ page, api }) => {
  const { area, customer, option, first, second, boxes } = await round(api);
  const content = await api.content(first, "Bauakte Rathausplatz 12, Statik und Prüfberichte 1994 bis 1998");
  await api.order(customer, option, { boxes: boxes.slice(1), contents: [content] });
  await openClocked(page, area);
  await scan(page, boxes[2].code);
  await expect(tickOf(page, boxes[2])).toBeChecked();
  await passUndo(page);
  await over(page).click();
  await tickOf(page, second).click();
  await expect(lineOf(page, second)).toContainText("Wird gleich gesendet");
  await expectGoodLooks(page);
});

test.describe("a worker with a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test("hits the tick with a glove and reads the answer from an arm's length", async ({ page, api }) => {
    const { area, customer, option, first } = await round(api);
    await api.order(customer, option, { boxes: [first] });
    expect((await api.call(listCollect, {})).count).toBeGreaterThan(0);
    await openClocked(page, area);
    const size = await tickOf(page, first).boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(48);
    await tickOf(page, first).tap();
    const code = answer(page).getByText(showBoxCode(first.code), { exact: true });
    await expect(code).toBeInViewport();
    const letters = code.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await letters).toBeGreaterThanOrEqual(40);
  });
});
