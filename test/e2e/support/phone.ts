import type { BrowserContext, Page } from "@playwright/test";
import type { FlowName } from "#rules/aisle/flow.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { expect } from "./page.ts";
import type { Worker } from "./worker.ts";

/** A phone of usual size, touched in gloves. */
export const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const;

export const scanField = (page: Page) => page.getByLabel("Code scannen oder tippen");
/** Reply to the last scan. */
export const said = (page: Page) => page.locator("[role=status][aria-atomic]");

/** Presses a button by its whole name, or by a part of it. */
export const tap = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

/** Sends a read of the device's own scanner, as the Android app hands it over. */
export const read = (page: Page, data: string) =>
  page.evaluate(
    (text) => void dispatchEvent(new CustomEvent("magazin-scan", { cancelable: true, detail: { data: text } })),
    data,
  );

export async function signInAtShelf(page: Page, { email, password, name }: Worker) {
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Passwort").fill(password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** The pages are on the device, and what is in the archive. */
export async function expectReadyOffline(page: Page) {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state)))
    .toBe("activated");
  await expect.poll(() => page.evaluate(isStocked)).toBe(true);
}

/** Signs in on the phone's own page, and waits until it can work without a network; `door`: where that page is, if not here. */
export async function beginAtShelf(page: Page, worker: Worker, door = "") {
  await page.goto(`${door}/lager/`);
  await signInAtShelf(page, worker);
  await expectReadyOffline(page);
}

/** Says whether the archive's stock lies in the device's database. */
export const isStocked = () =>
  new Promise<boolean>((resolve) => {
    const request = indexedDB.open("magazin-outbox");
    request.addEventListener("success", () => {
      const around = request.result.transaction("stock").objectStore("stock").count("around");
      around.addEventListener("success", () => {
        request.result.close();
        resolve(around.result === 1);
      });
    });
  });

/** The screen of a flow, ready for scans. */
export async function inFlow(page: Page, name: FlowName, title: string, door = "") {
  await page.goto(`${door}/lager/#/${name}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(scanField(page)).toBeVisible();
}

/** Boxes one after the other, each when the one before it is on the disk. */
export async function readAll(page: Page, boxes: readonly { readonly code: string }[]) {
  for (const { code } of boxes) {
    await read(page, code);
    await expect(said(page)).toContainText(showBoxCode(code));
  }
}

/** The network is back, and the device learns so: otherwise it looks by itself, within 15 seconds. */
export const tryAgain = (page: Page) => page.evaluate(() => void dispatchEvent(new Event("online")));

/** The same page in a browser that was closed meanwhile, or another page of it. */
export async function openShelf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/lager/");
  return page;
}

/** Without a network: that a call fails then is what the phone is made for. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.evaluate(() => fetch("/api/v1/settings/").catch(() => undefined));
}
