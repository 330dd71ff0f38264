import type { CDPSession, Page } from "@playwright/test";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, openShelf, phone, read, readAll, said } from "#test/e2e/support/phone.ts";
import { codes, codesIn, loseScans, newWorker } from "#test/e2e/support/worker.ts";
import { isShort } from "./shift.ts";

// Times are reported, with their limits where nothing else runs. Only results that do not depend on the machine are asserted.

const amount = isShort ? 40 : 200; // scans
const crowd = isShort ? 1000 : 5000; // scans that wait: as many as a device takes
const starts = isShort ? 3 : 10;

test.use({ ...phone, who: "nobody", isNew: true });

const at = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((one, two) => one - two)[Math.ceil(times.length * share) - 1] ?? 0);
const showTimes = (times: readonly number[]) => `median ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`;

/** Measures how long each of these codes takes until its answer stands. Before that, the code is kept on the disk and the tone sounds. */
const timed = (page: Page, scanned: readonly { readonly code: string }[]) =>
  page.evaluate(
    async (texts) => {
      const times: number[] = [];
      for (const { text, shown } of texts) {
        const begun = performance.now();
        dispatchEvent(new CustomEvent("magazin-scan", { cancelable: true, detail: { data: text } }));
        await new Promise<void>((resolve) => {
          const look = () => {
            if (!document.querySelector("[role=status][aria-atomic]")?.textContent.includes(shown)) return;
            watch.disconnect();
            resolve();
          };
          const watch = new MutationObserver(look);
          watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        times.push(performance.now() - begun);
      }
      return times;
    },
    scanned.map(({ code }) => ({ text: code, shown: showBoxCode(code) })),
  );

const slow = (session: CDPSession) => session.send("Emulation.setCPUThrottlingRate", { rate: 4 });

test("a cold start without a network, until it listens", async ({ page, context, api, failures }) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  await beginAtShelf(page, await newWorker(api));
  await page.close();
  await context.setOffline(true);
  const times: number[] = [];
  for (let nth = 0; nth < starts; nth++) {
    const cold = await context.newPage();
    await slow(await context.newCDPSession(cold));
    await cold.addInitScript(() => {
      const look = () => {
        if (!document.querySelector("input[aria-label='Code scannen oder tippen']")) return;
        watch.disconnect();
        document.documentElement.dataset["listens"] = String(performance.now());
      };
      const watch = new MutationObserver(look);
      watch.observe(document, { subtree: true, childList: true });
    });
    await cold.goto("/lager/#/store");
    await expect(cold.locator("html")).toHaveAttribute("data-listens");
    times.push(Number(await cold.locator("html").getAttribute("data-listens")));
    await cold.close();
  }
  console.log(
    `cold start without a network until it listens, a processor of a fourth: ${showTimes(times)} (aim 800 ms)`,
  );
});

test("a scan until its tone, and waiting ones until they are sent", async ({ page, context, api }) => {
  const [row, boxes] = [await api.row({ parts: amount / 2, heights: 2 }), await api.boxes(amount)];
  await beginAtShelf(page, await newWorker(api));
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await expect(said(page)).toContainText("Jetzt die Boxen scannen");
  await context.setOffline(true);
  const times = await timed(page, boxes);
  console.log(`a scan until its tone: ${showTimes(times)} (aim: p95 100 ms)`);
  const begun = performance.now();
  await context.setOffline(false);
  await expect(page.getByText("nicht gesendet")).toBeHidden({ timeout: 120_000 });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${amount} waiting scans sent: ${seconds} s (aim: 200 in 5 s)`);
  expect(await codesIn(api, row)).toEqual(codes(boxes));
});

/** Copies of the scan that waits, of other boxes, until so many wait. */
const multiply = (page: Page, wanted: number) =>
  page.evaluate(
    (most) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open("magazin-outbox");
        request.addEventListener("success", () => {
          const transaction = request.result.transaction("entries", "readwrite");
          const store = transaction.objectStore("entries");
          const found = store.index("open").getAll(1);
          found.addEventListener("success", () => {
            const [first] = found.result as { seq: number; operation: { code: string } }[];
            if (!first) throw new Error("nothing waits");
            const { seq: _, ...entry } = first;
            for (let nth = 1; nth < most; nth++) {
              const code = `9999${String(nth).padStart(6, "0")}`;
              const id = crypto.randomUUID();
              store.add({ ...entry, operation: { ...entry.operation, id, code, row: 9_999_999, part: nth + 1 } });
            }
          });
          transaction.addEventListener("complete", () => {
            request.result.close();
            resolve();
          });
        });
      }),
    wanted,
  );

test(`a scan while ${crowd - 100} others wait`, async ({ page, context, api, failures }) => {
  failures.expect(/\/scans\/$/);
  const [row, boxes] = [await api.row({ parts: 50, heights: 2 }), await api.boxes(81)];
  await beginAtShelf(page, await newWorker(api));
  await loseScans(context, "scans"); // the network is there, and lets no scan through
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await readAll(page, boxes.slice(0, 1));
  const alone = await timed(page, boxes.slice(1, 41));
  await multiply(page, crowd - 100);
  await page.close();
  const again = await openShelf(context);
  await expect(again.getByText(/^[\d.]{3,} nicht gesendet$/)).toBeVisible();
  await expect(said(again)).toBeVisible();
  const crowded = await timed(again, boxes.slice(41));
  console.log(
    `a scan while 40 wait: ${showTimes(alone)}; while ${crowd - 100} wait: ${showTimes(crowded)}; ratio ${(at(crowded, 0.5) / at(alone, 0.5)).toFixed(2)}`,
  );
});
