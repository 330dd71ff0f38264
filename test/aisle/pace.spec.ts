import type { CDPSession, Page } from "@playwright/test";
import { rowScanText } from "#rules/stock/positions.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { expectReadyOffline, inFlow, phone, read, said, signInAtShelf } from "#test/e2e/support/phone.ts";
import { codes, codesIn, newWorker } from "#test/e2e/support/worker.ts";
import { isShort } from "./shift.ts";

const [amount, away] = isShort ? [20, 4] : [100, 10]; // boxes, a second each; s without a network in their middle
const slow = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };
const mostShown = 100; // ms: said and not asserted, a busy machine is no fault of the product
const mostStored = 10_000; // ms
const second = 1000; // ms
const betweenKeys = 10; // ms
const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };

test.use({ ...phone, who: "nobody" });

const sleepUntil = (moment: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - Date.now())));

/** A scanner at its own pace: a key every 10 ms, each passed with the moment in which it is pressed. */
async function pull(session: CDPSession, code: string) {
  const start = Date.now();
  const sent: Promise<unknown>[] = [];
  const keys = [...Array.from(code, (sign) => ({ key: sign, code: `Digit${sign}`, text: sign })), enter];
  for (const [index, stroke] of keys.entries()) {
    const moment = start + index * betweenKeys;
    await sleepUntil(moment);
    const { text: _, ...up } = stroke;
    sent.push(
      session.send("Input.dispatchKeyEvent", { ...stroke, type: "keyDown", timestamp: moment / 1000 }),
      session.send("Input.dispatchKeyEvent", { ...up, type: "keyUp", timestamp: moment / 1000 }),
    );
  }
  await Promise.all(sent);
}

/** Notes in the page when the last key of each scan came, and when each answer stood. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = [];
    let begun = 0;
    let before = "";
    addEventListener("keydown", ({ key, timeStamp }) => key === "Enter" && (begun = timeStamp), true);
    new MutationObserver(() => {
      const text = document.querySelector("[role=status][aria-atomic]")?.textContent ?? "";
      if (text === before || begun === 0) return;
      before = text;
      times.push(performance.now() - begun);
      begun = 0;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { times });
  });

test(`${amount} boxes in ${amount} s on a slow phone in a slow network, without any for ${away} s`, async ({
  page,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const [row, boxes, worker] = [
    await api.row({ parts: amount / 2, heights: 2 }),
    await api.boxes(amount),
    await newWorker(api),
  ];
  await page.goto("/lager/");
  await signInAtShelf(page, worker);
  await expectReadyOffline(page);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await expect(said(page)).toContainText("Jetzt die Boxen scannen");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await watch(page);
  const begun = performance.now();
  for (const [index, { code }] of boxes.entries()) {
    const wait = begun + index * second - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait))); // the pace is what is tried
    if (index === amount / 2) await session.send("Network.emulateNetworkConditions", { ...slow, offline: true });
    if (index === amount / 2 + away) await session.send("Network.emulateNetworkConditions", slow);
    await pull(session, code);
  }
  const ended = performance.now();
  await expect.poll(() => codesIn(api, row), { intervals: [100] }).toEqual(codes(boxes));
  const stored = performance.now() - ended;
  const times = await page.evaluate(() =>
    (globalThis as unknown as { times: number[] }).times.toSorted((a, b) => a - b),
  );
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  console.log(
    `${amount} boxes in ${Math.round((ended - begun) / second)} s: shown after ${at(0.5)} ms, p95 ${at(0.95)} ms (at most ${mostShown} where nothing else runs), longest ${at(1)} ms; ` +
      `all stored ${(stored / second).toFixed(1)} s after the last`,
  );
  expect(times, "each was answered").toHaveLength(amount);
  expect(stored, "ms until all are stored").toBeLessThanOrEqual(mostStored);
});
