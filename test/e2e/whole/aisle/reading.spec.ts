import type { Page } from "@playwright/test";
import { rowScanText } from "#rules/stock/positions.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { scan } from "#test/e2e/support/keys.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, phone, read, readAll, said, scanField, tryAgain } from "#test/e2e/support/phone.ts";
import { codes, codesIn, newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

/** A scanner whose keys have no names: only what they write is known. */
async function scanNameless(page: Page, text: string) {
  const session = await page.context().newCDPSession(page);
  const start = Date.now();
  const nameless = { key: "Unidentified", code: "", windowsVirtualKeyCode: 229 };
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
  const strokes = [...Array.from(text, (sign) => ({ ...nameless, text: sign })), enter];
  await Promise.all(
    strokes.flatMap((stroke, index) => {
      const timestamp = (start + index * 10) / 1000;
      const { text: _, ...up } = stroke;
      return [
        session.send("Input.dispatchKeyEvent", { ...stroke, type: "keyDown", timestamp }),
        session.send("Input.dispatchKeyEvent", { ...up, type: "keyUp", timestamp }),
      ];
    }),
  );
  await session.detach();
}

/** Returns the text around a code by the data on the disk. */
const aroundOnDisk = () =>
  new Promise<unknown>((resolve) => {
    const request = indexedDB.open("magazin-outbox");
    request.addEventListener("success", () => {
      const around = request.result.transaction("meta").objectStore("meta").get("wedge");
      around.addEventListener("success", () => {
        request.result.close();
        resolve(around.result);
      });
    });
  });

test("a scanner that was set for another program, and one whose keys have no names, read whole codes", async ({
  page,
  api,
}) => {
  const [row, boxes, worker] = [await api.row({ parts: 4, heights: 1 }), await api.boxes(3), await newWorker(api)];
  const [first, second, third] = boxes;
  await beginAtShelf(page, worker);
  await page.goto("/lager/#/geraet");
  await page.getByLabel("Zeichen vor dem Code").fill("]C1");
  await page.getByLabel("Zeichen nach dem Code").fill("#");
  await expect.poll(() => page.evaluate(aroundOnDisk)).toEqual({ before: "]C1", after: "#" });
  await page.reload();
  await expect(page.getByLabel("Zeichen vor dem Code"), "is kept").toHaveValue("]C1");
  await inFlow(page, "store", "Einlagern");
  await scan(page, rowScanText(row.id));
  await expect(said(page)).toContainText("Jetzt die Boxen scannen");
  await scan(page, `]C1${first.code}#`);
  await expect(said(page)).toContainText(showBoxCode(first.code));
  await scanField(page).focus();
  await scanNameless(page, second.code);
  await expect(said(page)).toContainText(showBoxCode(second.code));
  // what was left in the field by a scan that broke off belongs to no other
  await page.keyboard.press("4");
  await expect(scanField(page)).toHaveValue("4");
  // a telephone that is busy with every key takes longer than a scanner
  await page.evaluate(() => {
    addEventListener("keydown", ({ key, timeStamp }) => {
      if (key !== "Unidentified") return;
      const until = Math.max(performance.now(), timeStamp) + 100;
      while (performance.now() < until);
    });
  });
  await scanNameless(page, `]C1${third.code}#`);
  await expect(said(page)).toContainText(showBoxCode(third.code));
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
});

const room = 16 * 1024 * 1024; // bytes: the pages and the stock of a test need a third

/** Says whether the browser takes anything more, in a database beside the product's. */
const canWrite = (bytes: number) =>
  new Promise<boolean>((resolve) => {
    const noise = Uint8Array.from({ length: bytes }, () => Math.random() * 256); // what repeats itself takes no room
    const request = indexedDB.open("beside");
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore("any", { autoIncrement: true }));
    request.addEventListener("error", () => resolve(false));
    request.addEventListener("success", () => {
      const transaction = request.result.transaction("any", "readwrite");
      transaction.objectStore("any").add(noise);
      const end = (isKept: boolean) => () => {
        request.result.close();
        resolve(isKept);
      };
      transaction.addEventListener("complete", end(true));
      transaction.addEventListener("abort", end(false));
    });
  });

test("a device that is full says so, loses nothing, and goes on once there is room", async ({ page, api, origin }) => {
  const [row, boxes, worker] = [await api.row({ parts: 4, heights: 1 }), await api.boxes(4), await newWorker(api)];
  const session = await page.context().newCDPSession(page);
  // a browser asks now and then only how much room there is, so it has to be little from the start
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: room });
  await beginAtShelf(page, worker);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await page.context().setOffline(true);
  await readAll(page, boxes.slice(0, 3));
  // ever smaller, so that each size fails after a few
  for (const size of [1024 * 1024, 128 * 1024, 16 * 1024, 2048, 256, 1])
    await expect
      .poll(() => page.evaluate(canWrite, size), { message: "until no room is left", intervals: [0] })
      .toBe(false);
  const [last] = boxes.slice(3);
  await read(page, last?.code ?? "");
  await expect(said(page)).toContainText("Nicht übernommen");
  await expect(said(page)).toContainText("Speicher voll – bitte Netz suchen");
  await expect(page.getByText("3 nicht gesendet"), "what was taken before is there").toBeVisible();
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await expect.poll(() => page.evaluate(canWrite, 1)).toBe(true);
  await page.context().setOffline(false);
  await tryAgain(page);
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes.slice(0, 3)));
  await readAll(page, boxes.slice(3));
  await expect.poll(() => codesIn(api, row), "at the place that was its own").toEqual(codes(boxes));
});
