import type { Page } from "@playwright/test";
import { savedBy } from "#test/e2e/support/downloads.ts";
import { button, more, one, open, sheet, total } from "#test/e2e/support/nouns/label-list.ts";
import { callsOf, expect, field, test } from "#test/e2e/support/page.ts";
import { archive } from "#test/e2e/support/nouns/papers.ts";

const address = "/services/archivelists";
const shown = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });
const pdf = (page: Page) => button(page, "PDF");
const zip = (page: Page) => button(page, "Inhaltsbilder (zip)");

test.describe("labels of boxes", () => {
  test("come as a PDF with a random name, from the first free label on", async ({ page, api }) => {
    const { first, last } = await open(page, api, 2);
    const calls = callsOf(page, "POST", /labelprintV2/);
    await one(page, last, sheet).click();
    await one(page, first, more).click();
    await field(page, "Erstes freies Etikett").fill("5");
    const { name, start } = await savedBy(page, () => button(page, "Download").click());
    expect(name).toMatch(/^[a-z0-9]{6}\.pdf$/);
    expect(start).toBe("%PDF-");
    const codes = [
      { code: last.code, amount: 24 },
      { code: first.code, amount: 1 },
    ];
    expect(calls).toEqual([{ url: "/api/v1/services/labelprintV2/", body: { codes, start: 5 } }]);
    await expect(page.getByRole("status").getByText(`Gespeichert: ${name}`)).toBeVisible();
    await expect(total(page, "25 Etiketten auf 2 Bögen")).toBeVisible();
  });
});

test.describe("the archive list", () => {
  test("and the pictures are saved under their names, of the range that is shown", async ({ page, api }) => {
    const { customer } = await archive(api);
    const calls = callsOf(page, "GET", /archivelist|contentimages/);
    await page.goto(`${address}?customer=${customer.id}&from=2&to=3`);
    const list = await savedBy(page, () => pdf(page).click());
    expect(list).toMatchObject({ name: "Muster-Archivliste.pdf", start: "%PDF-" });
    await expect(shown(page, "Gespeichert: Muster-Archivliste.pdf")).toBeVisible();
    const images = await savedBy(page, () => zip(page).click());
    expect(images.name).toBe("Muster-Inhaltsbilder.zip");
    expect(images.start.slice(0, 2)).toBe("PK");
    expect(calls.map(({ url }) => url)).toEqual([
      `/api/v1/customers/${customer.id}/archivelist/?from=2&to=3`,
      `/api/v1/customers/${customer.id}/contentimages/?from=2&to=3`,
    ]);
  });
});
