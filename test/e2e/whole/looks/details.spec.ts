import type { Page } from "@playwright/test";
import { createBatch, proposeBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { changeProcedure } from "#contract/calls/destruction/procedures.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { phone } from "#test/e2e/support/phone.ts";
import { settled } from "#test/e2e/support/looks.ts";

const longName = "Wohnungsbaugenossenschaft Oberschleißheim-Unterhaching";

test.describe("on a phone", () => {
  test.use(phone);

  test("a destruction asks its question on the first screen, at the foot where the thumb is", async ({ page, api }) => {
    const customer = await api.customer(longName);
    await api.call(changeProcedure, { path: { id: customer.id }, body: { destruction_procedure: 1 } });
    const [box] = await api.stored(1, customer);
    await api.edit(box, { state: 7 });
    const { id } = await api.call(createBatch, { body: { customer: { id: customer.id }, of: "marked" } });
    await api.call(proposeBatch, { path: { id } });
    await page.goto(`/services/destructions/${id}`);
    await settled(page);
    const question = await page.getByRole("button", { name: "Freigeben" }).boundingBox();
    const bar = await page.getByRole("navigation", { name: "Hauptmenü" }).boundingBox();
    const { y = 0, height = 0 } = question ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  test("no word of a fact is broken where the next line has room for it", async ({ page, api }) => {
    const customer = await api.customer(longName);
    const box = await api.box(customer);
    await page.goto(`/stock/boxes/${box.id}`);
    await settled(page);
    expect(await brokenWords(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await brokenWords(page)).toEqual([]);
  });
});

/** Words of facts that stand on two lines, without a hyphen of theirs. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const fact of document.querySelectorAll("dd")) {
      const texts = document.createTreeWalker(fact, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { index, 0: word } of (text.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
    }
    return broken;
  });

test("every number has figures of one width", async ({ page, api }) => {
  const box = await api.box();
  for (const address of [
    "/home",
    "/stock/boxes",
    "/deliveries/overview",
    "/services/audit",
    `/stock/boxes/${box.id}`,
  ]) {
    await page.goto(address);
    await settled(page);
    const others = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement: element } = text;
        if (!element || !/\d/.test(text.textContent ?? "") || element.closest("script, style")) continue;
        if (!getComputedStyle(element).fontVariantNumeric.includes("tabular-nums")) found.add(element.outerHTML);
      }
      return [...found];
    });
    expect(others, address).toEqual([]);
  }
});
