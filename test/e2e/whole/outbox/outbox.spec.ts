import { expectScansOutliveKill, historyOf, onTheWay, question, unsent } from "#test/e2e/support/nouns/outbox-page.ts";
import type { Page } from "@playwright/test";
import { logout } from "#contract/calls/access/session.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { Api } from "#test/e2e/support/api.ts";
import { ordered, answer as lineAnswer, lineOf } from "#test/e2e/support/delivery-detail.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { callsOf, expect, test } from "#test/e2e/support/page.ts";
import {
  codes,
  codesIn,
  expectRow,
  idsIn,
  newWorker,
  openRow,
  signIn,
  signOut,
  tokenIn,
  loseScans,
} from "#test/e2e/support/worker.ts";
import { ownHeaders } from "#test/e2e/support/failure.ts";

test.use({ isNew: true });

test("sixty scans without a network outlive a killed browser: each is stored once, in order", async ({
  api,
  origin,
  playwright,
  launchOptions,
}) => {
  test.setTimeout(240_000);
  await expectScansOutliveKill({ api, origin, playwright, launchOptions }, 60);
});

const answer = (page: Page) => page.locator("[role=status][aria-atomic]");
const button = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });

test.describe("two workers at one computer", () => {
  test.use({ who: "nobody" });

  test("who was signed out meanwhile sends what was left at the next sign-in, and nobody else does", async ({
    page,
    api,
    failures,
  }) => {
    failures.expect(/\/api\/v1\//);
    const [anna, bernd] = [await newWorker(api), await newWorker(api)];
    const row = await api.row();
    const [first, second] = await api.boxes(2);
    await page.goto(`/login?next=/stock/rows/${row.id}`);
    await signIn(page, anna);
    await expectRow(page, row);
    const mend = await loseScans(page, "scans");
    await scan(page, first.code);
    await expect(page.getByText("1 nicht gesendet")).toBeVisible();
    await new Api(api.base, await tokenIn(page), 0).call(logout, {});
    mend();
    await page.goto("/home");
    await expect(page).toHaveURL(/\/login/);

    await signIn(page, bernd);
    await page.goto(`/stock/rows/${row.id}`);
    await expectRow(page, row);
    await scan(page, second.code);
    await expect(answer(page)).toContainText("Eingelagert");
    expect(await codesIn(api, row)).toEqual([second.code]);
    await signOut(page, bernd);
    await expect(page).toHaveURL("/login");

    await signIn(page, anna);
    await expect.poll(() => codesIn(api, row)).toEqual([first.code, second.code]);
    expect((await historyOf(api, first)).at(1)).toEqual([1, anna.lastName]);
    expect((await historyOf(api, second)).at(1)).toEqual([1, bernd.lastName]);
  });
});

test("scans whose answers are lost on the way are stored once", async ({ page, api, failures }) => {
  failures.expect(/\/scans\/$/);
  const row = await api.row();
  const boxes = await api.boxes(4);
  const mend = await loseScans(page, "answers");
  await openRow(page, row);
  for (const { code } of boxes) await scan(page, code);
  await expect(page.getByText("4 nicht gesendet")).toBeVisible();
  mend();
  await expect(unsent(page)).toBeHidden();
  await expect(answer(page)).toContainText("Eingelagert");
  expect(await codesIn(api, row)).toEqual(codes(boxes));
  for (const box of boxes) expect((await historyOf(api, box)).map(([state]) => state)).toEqual([0, 1]);
});

test("of two tabs one sends; both show what was scanned", async ({ page, context, api, failures }) => {
  failures.expect(/\/scans\/$/);
  const row = await api.row();
  const boxes = await api.boxes(4);
  const other = await context.newPage();
  const calls = [callsOf(page, "POST", /scans/), callsOf(other, "POST", /scans/)];
  const mend = await loseScans(context, "scans");
  await openRow(page, row);
  await openRow(other, row);
  for (const [index, { code }] of boxes.entries()) {
    const tab = index % 2 === 0 ? page : other;
    await tab.bringToFront();
    await scan(tab, code);
    for (const shown of [page, other]) await expect(onTheWay(shown)).toHaveCount(index + 1);
  }
  for (const shown of [page, other]) await expect(shown.getByText("4 nicht gesendet")).toBeVisible();
  for (const list of calls) list.length = 0;
  mend();
  for (const shown of [page, other]) {
    await expect(shown.getByRole("heading", { name: "Letzte Scans (4)" })).toBeVisible();
    await expect(unsent(shown)).toBeHidden();
    for (const { code } of boxes) {
      const link = shown.getByRole("grid").getByRole("link", { name: `${showBoxCode(code)}, eingelagert` });
      await expect(link).toBeVisible();
    }
  }
  expect(await codesIn(api, row)).toEqual(codes(boxes));
  expect(idsIn(calls.flat()).length).toBe(4);
});

test("a long round over a slow network loses nothing, not even what is scanned while the page comes", async ({
  page,
  api,
}) => {
  const count = Number(process.env["E2E_SCANS"] ?? 15);
  test.setTimeout(120_000 + count * 2_000);
  const row = await api.row({ parts: Math.ceil(count / 5), heights: 5 });
  const boxes = await api.boxes(count);
  await page.goto(`/stock/areas/${row.area.id}`);
  const link = page.getByRole("link", { name: `Reihe ${row.number}`, exact: true });
  await expect(link).toBeVisible();
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await network.send("Network.emulateNetworkConditions", slow);
  await link.click();
  const start = Date.now();
  for (const [index, { code }] of boxes.entries()) {
    await page.waitForTimeout(Math.max(0, start + index * 1_000 - Date.now())); // a worker's pace
    await scan(page, code);
  }
  await expect.poll(() => codesIn(api, row), { timeout: 30_000 }).toEqual(codes(boxes));
  await expect(page).toHaveURL(`/stock/rows/${row.id}`);
  await expect(page.getByRole("heading", { name: `Letzte Scans (${count})` })).toBeVisible();
});

test.describe("who signs out with scans that are not sent", () => {
  test.use({ who: "nobody" });

  test("is asked, may stay, may send them first, and learns when that fails", async ({ page, api, failures }) => {
    failures.expect(/\/scans\/$/);
    const worker = await newWorker(api);
    const row = await api.row();
    const boxes = await api.boxes(5);
    await page.goto(`/login?next=/stock/rows/${row.id}`);
    await signIn(page, worker);
    await expectRow(page, row);
    const mend = await loseScans(page, "scans");
    for (const { code } of boxes) await scan(page, code);
    await expect(page.getByText("5 nicht gesendet")).toBeVisible();

    await signOut(page, worker);
    await expect(question(page)).toContainText("5 Scans sind noch nicht gesendet");
    await expect(question(page)).toContainText("unter Ihrem Namen gesendet, sobald das Netz wieder da ist");
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(`/stock/rows/${row.id}`);

    await signOut(page, worker);
    await button(page, "Jetzt senden").click();
    await expect(question(page)).toContainText("Keine Verbindung zum Server.");
    await expect(question(page)).toContainText("5 Scans sind noch nicht gesendet");
    mend();
    await button(page, "Jetzt senden").click();
    await expect(page).toHaveURL("/login");
    expect(await codesIn(api, row)).toEqual(codes(boxes));
  });

  test("is not asked when everything has its answer", async ({ page, api }) => {
    const worker = await newWorker(api);
    const row = await api.row();
    const box = await api.box();
    await page.goto(`/login?next=/stock/rows/${row.id}`);
    await signIn(page, worker);
    await expectRow(page, row);
    await scan(page, box.code);
    await expect(answer(page)).toContainText("Eingelagert");
    const left = callsOf(page, "POST", /logout/);
    await signOut(page, worker);
    await expect(page).toHaveURL("/login");
    await expect(question(page)).toBeHidden();
    await expect.poll(() => left.length).toBe(1);
  });
});

test("a scan that the device cannot keep is not taken, and that is said", async ({ page, api, origin }) => {
  const row = await api.row();
  const [first, second] = await api.boxes(2);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await openRow(page, row);
  await scan(page, first.code);
  await expect(answer(page)).toContainText("Nicht eingelagert");
  await expect(answer(page)).toContainText("Speicher voll – bitte Netz suchen");
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await scan(page, second.code);
  await expect(answer(page)).toContainText("Eingelagert");
  expect(await codesIn(api, row)).toEqual([second.code]);
});

test("a scan outlives the page that it was made on", async ({ page, api, failures }) => {
  failures.expect(/\/scans\/$/);
  const { delivery, first, second } = await ordered(api);
  await page.goto(`/deliveries/${delivery.id}`);
  await expect(lineOf(page, first)).toBeVisible();
  const mend = await loseScans(page, "scans");
  for (const box of [first, second]) {
    await scan(page, box.code);
    await expect(lineAnswer(page)).toContainText("Noch nicht gesendet");
  }
  await page.goto("/home");
  mend();
  await expect.poll(async () => (await historyOf(api, first)).filter(([state]) => state === 17)).toHaveLength(1);
  await expect.poll(async () => (await historyOf(api, second)).filter(([state]) => state === 17)).toHaveLength(1);
});

test("a scan is on the disk for good before it is said", async ({ page, api }) => {
  await page.addInitScript(() => {
    const kept: string[] = [];
    for (const way of ["add", "put"] as const) {
      const write = IDBObjectStore.prototype[way];
      IDBObjectStore.prototype[way] = function written(...of: [unknown, IDBValidKey?]) {
        if (this.name === "entries") kept.push(this.transaction.durability); // what the device knows of itself may be lost
        return write.apply(this, of);
      };
    }
    Object.assign(window, { kept });
  });
  const row = await api.row();
  const box = await api.box();
  await openRow(page, row);
  await scan(page, box.code);
  await expect(answer(page)).toContainText("Eingelagert");
  const kept = await page.evaluate(() => (window as unknown as { kept: string[] }).kept);
  expect(kept[0]).toBe("strict");
});

test("nothing is taken under a name that is no longer the one on the screen", async ({ page, api }) => {
  const row = await api.row();
  const box = await api.box();
  const other = await api.addUser();
  const calls = callsOf(page, "POST", /scans/);
  await openRow(page, row);
  await page.evaluate((id) => localStorage.setItem("user", String(id)), other.id); // as another tab does, a moment before this one hears of it
  await scan(page, box.code);
  await expect(answer(page)).toContainText("Nicht eingelagert");
  expect(calls).toEqual([]);
  expect(await historyOf(api, box)).toHaveLength(1);
});

test("an answer that leaves a scan out is none: it is said, and the scan goes out again", async ({ page, api }) => {
  const row = await api.row();
  const box = await api.box();
  let isBroken = true;
  await page.route(/\/api\/v1\/scans\/$/, (route) =>
    isBroken ? route.fulfill({ headers: ownHeaders, json: { results: [] } }) : route.continue(),
  );
  await openRow(page, row);
  await scan(page, box.code);
  await expect(page.getByText("1 nicht gesendet")).toBeVisible();
  isBroken = false;
  await expect(answer(page)).toContainText("Eingelagert");
  expect(await codesIn(api, row)).toEqual([box.code]);
});

test("an answer stands, whatever another tab says later of the time before", async ({ page, api }) => {
  const row = await api.row();
  const [first, second] = await api.boxes(2);
  await openRow(page, row);
  await scan(page, first.code);
  await expect(answer(page)).toContainText("Eingelagert");
  await page.evaluate(async () => {
    const opened = indexedDB.open("magazin-outbox");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const found = opened.result.transaction("entries").objectStore("entries").getAll();
    await new Promise((resolve) => found.addEventListener("success", resolve));
    opened.result.close();
    const late = found.result.map((entry: object) => ({ ...entry, open: 1, status: "waiting", answered: 0 }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    new BroadcastChannel("magazin-outbox").postMessage({ changed: late, gone: [] });
  });
  await scan(page, second.code);
  await expect(page.getByRole("grid").getByRole("link", { name: /, eingelagert$/ })).toHaveCount(2);
  await expect(onTheWay(page)).toHaveCount(0);
});
