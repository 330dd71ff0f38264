import { randomUUID } from "node:crypto";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { getRow } from "#contract/calls/stock/rows.ts";
import { logout } from "#contract/calls/access/session.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { Api } from "#test/e2e/support/api.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expectAccessible } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import {
  beginAtShelf,
  inFlow,
  openShelf,
  phone,
  read,
  readAll,
  said,
  scanField,
  signInAtShelf,
  tryAgain,
} from "#test/e2e/support/phone.ts";
import { codes, codesIn, loseScans, newWorker, statusWith, storedBy, tokenIn } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

test("a device that starts without a network opens its pages, and knows the archive and who works there", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const [row, [box], worker] = [await api.row(), await api.boxes(1), await newWorker(api)];
  await api.store(box, row, 2, 3);
  const label = `IM-${box.code}`;
  await api.call(setNumbers, { path: { id: box.id }, body: { numbers: [{ text: label }] } });
  await beginAtShelf(page, worker);
  await page.close();
  await context.setOffline(true);
  const cold = await openShelf(context);
  await expect(cold.getByRole("heading", { level: 1, name: worker.name })).toBeVisible();
  await expect(cold.getByLabel("Kein Netz")).toBeVisible();
  await scan(cold, box.code);
  await expect(said(cold)).toContainText(showBoxCode(box.code));
  await expect(said(cold)).toContainText("T 2 · H 3");
  await read(cold, rowScanText(999_999));
  await expect(said(cold)).not.toContainText("T 2 · H 3");
  await read(cold, `*${label.toLowerCase()}*`); // another provider's label
  await expect(said(cold)).toContainText("T 2 · H 3");
  await read(cold, rowScanText(row.id));
  await expect(cold.getByRole("button", { name: `Teil 2, Höhe 3: ${showBoxCode(box.code)}` })).toBeVisible();
  await expect(cold.getByRole("button", { name: "Teil 1, Höhe 1: frei" })).toBeVisible();
  await read(cold, "0042000");
  await expect(cold.getByText("Scan unvollständig")).toBeVisible();
});

test("two workers at one device: each scan goes out under its author's name, whose session ends with the last of them", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/scans\/$/);
  const [anna, bernd, row, boxes] = [await newWorker(api), await newWorker(api), await api.row(), await api.boxes(3)];
  await beginAtShelf(page, anna);
  const token = await tokenIn(page);
  const mend = await loseScans(page, "scans");
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes.slice(0, 1));
  await expect(page.getByText("1 nicht gesendet")).toBeVisible();
  await page.goto("/lager/#/geraet");
  await expect(page.getByRole("region", { name: "Nicht gesendet" })).toContainText(`${anna.name}: 1`);
  await expectAccessible(page, "with scans that are not sent");
  await page.getByRole("button", { name: `${anna.name} abmelden` }).click();
  await expect(page.getByRole("alertdialog", { name: "1 Scan ist nicht gesendet" })).toBeVisible();
  await expectAccessible(page, "with the question on leaving");
  await page.getByRole("button", { name: "Sperren" }).click();
  await expect(page.getByText("1 Scan ist noch nicht gesendet.", { exact: false })).toBeVisible();
  await signInAtShelf(page, bernd);
  await inFlow(page, "store", "Einlagern");
  await expect(page.getByText("Letzte Scans"), "what she has begun is not his").toBeHidden();
  await read(page, boxes[1].code);
  await expect(said(page), "nor is her row").not.toContainText("Eingelagert");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes.slice(1));
  await expect(page.getByText("3 nicht gesendet")).toBeVisible();
  mend();
  await tryAgain(page);
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
  for (const [index, box] of boxes.entries())
    expect(await storedBy(api, box)).toEqual([index < 1 ? anna.lastName : bernd.lastName]);
  await expect.poll(() => statusWith(api, token), "her session has ended with her last scan").toBe(403);
  expect(await statusWith(api, await tokenIn(page))).toBe(200);
});

test("what a dead session has left waits for its author and for nobody else, or is thrown away by its number", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/api\/v1\//);
  const [anna, bernd, row, boxes] = [await newWorker(api), await newWorker(api), await api.row(), await api.boxes(3)];
  await beginAtShelf(page, anna);
  const mend = await loseScans(page, "scans");
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes.slice(0, 2));
  await expect(page.getByText("2 nicht gesendet")).toBeVisible();
  await new Api(api.base, await tokenIn(page), 0).call(logout, {});
  mend();
  await page.reload();
  await expect(page.getByText("2 Scans sind noch nicht gesendet.", { exact: false })).toBeVisible();
  await signInAtShelf(page, bernd);
  await page.goto("/lager/#/geraet");
  await expect(page.getByRole("region", { name: "Nicht gesendet" })).toContainText(`${anna.name}: 2`);
  expect(await codesIn(api, row)).toEqual([]);
  await page.getByRole("button", { name: `${bernd.name} abmelden` }).click();
  await signInAtShelf(page, anna);
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes.slice(0, 2)));

  const lose = await loseScans(page, "scans");
  await inFlow(page, "store", "Einlagern");
  await readAll(page, boxes.slice(2));
  await expect(page.getByText("1 nicht gesendet")).toBeVisible();
  await page.goto("/lager/#/geraet");
  await page.getByRole("button", { name: "Verwerfen" }).click();
  const field = page.getByLabel("Zum Verwerfen die Anzahl eingeben (1)");
  await field.fill("2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Nicht gesendet" })).toBeVisible();
  await field.fill("1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Nicht gesendet" })).toBeHidden();
  lose();
  expect(await codesIn(api, row)).toEqual(codes(boxes.slice(0, 2)));
});

test("two pages of one device and the desk send each scan once, also where answers are lost", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/\/scans\/$/);
  const [row, boxes, worker] = [await api.row({ parts: 10, heights: 3 }), await api.boxes(24), await newWorker(api)];
  await beginAtShelf(page, worker);
  const mend = await loseScans(context, "answers");
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes.slice(0, 12));
  const other = await openShelf(context);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Einlagern");
  const desk = await context.newPage();
  await desk.goto("/home");
  await readAll(page, boxes.slice(12));
  await expect(page.getByText("24 nicht gesendet")).toBeVisible();
  mend();
  await tryAgain(page);
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
  await expect(page.getByText("nicht gesendet")).toBeHidden();
  await expect(other.getByText("nicht gesendet")).toBeHidden();
  for (const box of boxes) expect(await storedBy(api, box)).toEqual([worker.lastName]);
});

test("what was not sent is taken back without a trace, what was sent by the server", async ({ page, api }) => {
  const [row, boxes, worker] = [await api.row(), await api.boxes(2), await newWorker(api)];
  const [first, second] = boxes;
  await beginAtShelf(page, worker);
  await page.context().setOffline(true);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, [first]);
  await page.getByRole("button", { name: `${showBoxCode(first.code)} zurücknehmen` }).click();
  await expect(said(page)).toContainText("Zurückgenommen");
  await page.context().setOffline(false);
  await readAll(page, [second]);
  await expect.poll(() => codesIn(api, row)).toEqual([second.code]);
  await page.getByRole("button", { name: `${showBoxCode(second.code)} zurücknehmen` }).click();
  await expect.poll(() => codesIn(api, row)).toEqual([]);
  expect((await api.details(first)).history).toHaveLength(1);
  expect((await api.call(getRow, { path: { id: row.id } })).positions).toEqual([]);
});

test("customer users find nothing here, and who has a password to set is sent to the desk", async ({ page, api }) => {
  const customer = await api.customer();
  const buyer = await newWorker(api, customer);
  const { email: freshEmail, init_password_plain } = await api.addUser({ is_staff: true });
  const fresh = { email: freshEmail, password: init_password_plain };
  for (const [{ email, password }, heading] of [
    [buyer, "Nicht gefunden!"],
    [fresh, "Bitte erst am Rechner anmelden."],
  ] as const) {
    await page.goto("/lager/");
    await page.getByLabel("E-Mail").fill(email);
    await page.getByLabel("Passwort").fill(password);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(scanField(page)).toBeHidden();
    await page.getByRole("button", { name: "Abmelden" }).click();
    await expect(page.getByLabel("E-Mail")).toBeVisible();
  }
});

test("what a version before has left on the device goes out with this one, under its author's name", async ({
  page,
  api,
}) => {
  const [row, [box], worker] = [await api.row(), await api.boxes(1), await newWorker(api)];
  const { token, user } = await Api.signIn(api.base, worker);
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 })); // which browsers ask for beside a picture
  await page.goto("/favicon.svg"); // of the same origin, and opens no database
  const left = { code: box.code, row: row.id, id: randomUUID(), token, user, name: worker.name };
  await page.evaluate(async ({ code, row: id, id: scanId, token: by, user: who, name }) => {
    const request = indexedDB.open("magazin-outbox", 1);
    request.addEventListener("upgradeneeded", () => {
      const entries = request.result.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
      entries.createIndex("open", "open");
      request.result.createObjectStore("sessions", { keyPath: "token" });
    });
    await new Promise((resolve) => request.addEventListener("success", resolve));
    const transaction = request.result.transaction(["entries", "sessions"], "readwrite");
    const operation = { id: scanId, kind: "store", code, row: id, part: 1, height: 1, move: false };
    const shown = { screen: "row", rowName: "Reihe 1", next: null };
    const nothingYet = { failure: null, answered: 0, state: null, message: null, code: null };
    const entry = { operation, shown, user: who, token: by, scanned: Date.now(), open: 1, status: "waiting" };
    transaction.objectStore("entries").add({ ...entry, ...nothingYet });
    transaction.objectStore("sessions").put({ token: by, user: who, name, state: "outbox" });
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    request.result.close();
  }, left);
  await page.goto("/lager/");
  await expect.poll(() => codesIn(api, row)).toEqual([box.code]);
  expect(await storedBy(api, box)).toEqual([worker.lastName]);
});

test("what the server refuses stays to be looked into, holds what was scanned behind it of the same box, and no other", async ({
  page,
  api,
}) => {
  const [row, boxes, worker] = [await api.row(), await api.boxes(3), await newWorker(api)];
  const [mine, theirs, free] = boxes;
  const elsewhere = await api.row();
  await beginAtShelf(page, worker);
  await page.context().setOffline(true);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, [mine, free]);
  // somebody else is there first
  await api.store(theirs, row, 1, 1);
  await read(page, rowScanText(elsewhere.id));
  await expect(said(page)).toContainText("Jetzt die Boxen scannen");
  await read(page, mine.code);
  await page.getByRole("button", { name: "Hierher umlagern" }).click();
  await expect(page.getByText("3 nicht gesendet")).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => codesIn(api, row), "others go on").toEqual([theirs.code, free.code]);
  await expect(page.getByText("nicht gesendet")).toBeHidden();
  expect(await codesIn(api, elsewhere), "what was behind it is held").toEqual([]);
  await expect(page.getByRole("link", { name: "Klärfälle: 2" })).toBeVisible();
  await page.goto("/lager/#/held");
  const card = page.getByRole("article").filter({ hasText: showBoxCode(mine.code) });
  await expect(card).toContainText("1 Scan wartet dahinter");
  await expectAccessible(page, "with cases");
  await card.getByRole("button", { name: /^Nach Teil/ }).click();
  await expect.poll(() => codesIn(api, row)).toContain(mine.code);
  await page.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page.getByText("Keine Klärfälle.")).toBeVisible();
  expect(await codesIn(api, elsewhere)).toEqual([]);
});
