import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "./page.ts";

/** Does what starts a download and answers what the browser has saved: its name and its bytes. */
export async function savedBy(page: Page, start: () => Promise<void>) {
  const coming = page.waitForEvent("download");
  await start();
  const download = await coming;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, start: bytes.subarray(0, 5).toString("latin1") };
}

/** Holds the answers of a call back until `release`. */
export async function hold(page: Page, address: RegExp) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page may have given up meanwhile
  });
  return { release };
}

/** Lets everything come slowly, so that one can see how far it is. */
export async function slowDown(page: Page, bytesPerSecond: number) {
  const network = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: bytesPerSecond, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", conditions);
  return network;
}

/** Refuses a call with the server's 400 for a field. */
export async function refuse(page: Page, address: RegExp, message: string) {
  await page.route(address, (route) => route.fulfill({ status: 400, json: { from: [message] } }));
}

/** That the call for a file is given up meanwhile, and nothing of it is saved. */
export async function expectNothingSaved(page: Page, during: () => Promise<void>) {
  const saved: string[] = [];
  page.on("download", (download) => saved.push(download.suggestedFilename()));
  const givenUp = page.waitForEvent("requestfailed");
  await during();
  await givenUp;
  expect(saved).toEqual([]);
}
