import { rowScanText } from "#rules/stock/positions.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { foreignAnswer, foreignStatuses } from "#test/e2e/support/failure.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, isStocked, phone, read, readAll, said, tryAgain } from "#test/e2e/support/phone.ts";
import { codes, codesIn, newWorker, storedBy } from "#test/e2e/support/worker.ts";

// Accidents that happen to a telephone: no scan that has sounded is lost, and none sounds that is not kept.

test.use({ ...phone, who: "nobody", isNew: true });

test("what stands between a phone and the server decides about no scan, no session and nothing that the phone knows", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/\/api\/v1\//);
  const [row, boxes, worker] = [await api.row(), await api.boxes(foreignStatuses.length), await newWorker(api)];
  await beginAtShelf(page, worker);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  let status = 0;
  const tried = new Set<number>();
  await page.route(/\/api\/v1\//, async (route) => {
    if (route.request().url().endsWith("/scans/")) tried.add(status);
    await route.fulfill(foreignAnswer(status));
  });
  for (const [index, box] of boxes.entries()) {
    status = foreignStatuses[index] ?? 0;
    await readAll(page, [box]);
    await tryAgain(page);
    await expect.poll(() => tried.has(status)).toBe(true);
  }
  await expect(page.getByText(`${boxes.length} nicht gesendet`)).toBeVisible();
  expect(await page.evaluate(isStocked)).toBe(true);
  await page.unroute(/\/api\/v1\//);
  await tryAgain(page);
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
  for (const box of boxes) expect(await storedBy(api, box)).toEqual([worker.lastName]);
  await page.goto("/lager/#/held");
  await expect(page.getByText("Keine Klärfälle.")).toBeVisible();
});

test("a phone whose site data is cleared under the open page goes on with what it holds", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const [row, boxes, worker] = [await api.row(), await api.boxes(6), await newWorker(api)];
  await beginAtShelf(page, worker);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes.slice(0, 2));
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes.slice(0, 2)));
  await context.setOffline(true);
  await readAll(page, boxes.slice(2, 4)); // held by the page and by the device
  const cdp = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await readAll(page, boxes.slice(4));
  await expect(said(page)).toContainText("Eingelagert");
  await page.close();
  const again = await context.newPage(); // what sounded is on the disk: the page is gone
  await context.setOffline(false);
  await again.goto("/lager/#/store");
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
  for (const box of boxes) expect(await storedBy(api, box)).toEqual([worker.lastName]);
});

test("a fault of the page says that the scan was not taken, and the next one is heard", async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/einmal/);
  const [row, [box], worker] = [await api.row(), await api.boxes(1), await newWorker(api)];
  await beginAtShelf(page, worker);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await page.evaluate(() => {
    crypto.getRandomValues = () => {
      Reflect.deleteProperty(crypto, "getRandomValues"); // the browser's own is back
      throw new Error("einmal");
    };
  });
  await read(page, box.code);
  await expect(said(page)).toContainText("Nicht übernommen");
  expect(await codesIn(api, row)).toEqual([]);
  await read(page, box.code);
  await expect(said(page)).toContainText(showBoxCode(box.code));
  await expect.poll(() => codesIn(api, row)).toEqual([box.code]);
});
