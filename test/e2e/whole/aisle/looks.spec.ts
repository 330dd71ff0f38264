import type { Page } from "@playwright/test";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { confirmedBatch } from "#test/e2e/support/batches.ts";
import { expectAccessible, rulesOfLight } from "#test/e2e/support/looks.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { expectReadyOffline, phone, read, said, scanField, signInAtShelf } from "#test/e2e/support/phone.ts";
import { hold, newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

const screens = [
  "",
  "lookUp",
  "store",
  "move",
  "pick",
  "handOver",
  "receive",
  "destroy",
  "count",
  "create",
  "held",
  "geraet",
  "hallen",
];
const sizes = [
  { width: 360, height: 640 },
  { width: 320, height: 568 },
];

/** px from above on a phone of 640: above that a thumb does not reach. */
const reach = 260;

/** Returns the elements that cannot be hit with a glove, or lie beyond the screen, or are too small to be read at arm's length. */
const faults = (page: Page) =>
  page.evaluate((highest) => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("scrolls sideways");
    const isInLine = (element: Element) => getComputedStyle(element).display === "inline";
    for (const element of document.querySelectorAll("button, a, input, select")) {
      const { width, height, y } = (element.closest("label") ?? element).getBoundingClientRect();
      if (width > 0 && !isInLine(element) && (height < 47.5 || width < 47.5))
        found.push(`${element.ariaLabel ?? element.textContent}: ${Math.round(width)} x ${Math.round(height)}`);
      // head and links lead elsewhere, the picture of a row is there to be seen, lists scroll, and the tiles of the start fill the screen
      const isAction = element.closest("header, table, ul, nav, a") === null;
      if (width > 0 && isAction && innerHeight === 640 && y <= highest)
        found.push(`${element.ariaLabel ?? element.textContent}: out of reach at ${Math.round(y)}`);
    }
    for (const element of document.querySelectorAll("#root *")) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const letters = Number.parseFloat(getComputedStyle(element).fontSize);
      if (hasText && letters < 16) found.push(`${element.textContent}: letters of ${letters}`);
    }
    return found;
  }, reach);

test("every screen can be read and hit, in both lights, on a small phone, with and without a network", async ({
  page,
  context,
  api,
  failures,
}) => {
  failures.expect(/ERR_INTERNET_DISCONNECTED/);
  const [row, [box], worker] = [await api.row({ parts: 4, heights: 3 }), await api.boxes(1), await newWorker(api)];
  await api.store(box, row);
  const customer = await api.customer();
  const doomed = await api.stored(2, customer);
  const batch = await confirmedBatch(api, customer, doomed, 5);
  const look = async (where: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await faults(page), `${where} at ${size.width}`).toEqual([]);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${where}, ${colorScheme}`, colorScheme === "dark" ? rulesOfLight : []);
    }
  };
  await page.goto("/lager/");
  await expect(page.getByLabel("E-Mail")).toBeVisible();
  await look("sign-in");
  const go = await hold(page, /\/scans\/pack\//);
  await signInAtShelf(page, worker);
  for (const name of ["", "pick", "handOver", "destroy"]) {
    await page.goto(`/lager/#/${name}`);
    await expect(page.getByText("Der Bestand wird geladen …")).toBeVisible();
    await expect(page.getByText(/^(Nichts zu|Keine Lieferung)/), "nobody knows yet").toHaveCount(0);
    await look(`${name || "start"} while the archive is loaded`);
  }
  go();
  await expectReadyOffline(page);
  const walk = async (where: string) => {
    for (const name of screens) {
      await page.goto(`/lager/#/${name}`);
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await look(`${name || "start"} ${where}`);
    }
  };
  await walk("with a network");
  await page.goto("/lager/#/lookUp");
  await expect(scanField(page)).toBeVisible();
  for (const text of [box.code, rowScanText(row.id)]) {
    await read(page, text);
    await expect(said(page)).toBeVisible();
    await look(`looking up ${text}`);
  }
  await page.goto("/lager/#/destroy");
  await page.getByRole("button", { name: showBatch(batch.id) }).click();
  await look("fetching");
  await read(page, doomed[0].code);
  await expect(said(page)).toBeVisible();
  await page.getByRole("button", { name: "Am Schredder" }).click();
  await read(page, doomed[1].code);
  await expect(said(page)).toContainText("Die Wartezeit läuft");
  await look("at the shredder");
  await page.getByRole("button", { name: "Anderer Vorgang" }).click();
  await page.goto("/lager/#/count");
  await expect(scanField(page)).toBeVisible();
  await read(page, rowScanText(row.id));
  await look("choosing how to count");
  await page.getByRole("button", { name: "Mit Vorgabe" }).click();
  await look("counting");
  await page.getByRole("button", { name: "Nicht lesbar" }).click();
  await look("choosing a box whose label cannot be read");
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await read(page, rowScanText(row.id));
  await look("asking for an empty place");
  await page.getByRole("button", { name: "Leer" }).click();
  await expect(page.getByRole("region", { name: "Ergebnis" })).toBeVisible();
  await look("with what came of a row");
  await context.setOffline(true);
  await walk("without a network");
  await page.clock.setFixedTime(Date.now() + 9 * 3_600_000);
  for (const name of ["", "pick", "store", "held", "geraet"]) {
    await page.goto(`/lager/?old#/${name}`);
    await expect(page.getByText(/^Stand .* Bitte Netz suchen\.$/)).toBeVisible();
    await look(`${name || "start"} with what was true nine hours ago`);
  }
});

test("the page that sets a device up fits the smallest phone in both lights, and says what a scanner has to be set to", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto("/einrichten");
  await expect(page.getByRole("region", { name: "Scanner" })).toContainText(/Nach dem Code \(Suffix\)\s*Enter/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, colorScheme);
  }
});
