import { expect, test } from "#test/e2e/support/page.ts";
import { textOf } from "#test/support/pdf.ts";
import { settled } from "#test/e2e/support/looks.ts";

test("a printed list says whose it is, of when, which part of it and what it was narrowed to, and has nothing to press", async ({
  page,
}) => {
  await page.goto("/stock/boxes?owner=7&orderBy=-code");
  await settled(page);
  const text = textOf(await page.pdf());
  expect(text).toMatch(/Magazin · \d\d\.\d\d\.\d{4} \d\d:\d\d Uhr/);
  for (const said of ["Boxen (45)", "1–30 von 45", "Kundennummer: 7", "Sortiert nach Code absteigend", "0007.000.045"])
    expect(text).toContain(said);
  for (const pressed of ["Boxen hinzufügen", "Excel", "Zurücksetzen", "Ansichten", "Nächste", "Strg"])
    expect(text).not.toContain(pressed);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[type=checkbox]:visible, .button:visible")).toHaveCount(0);
});

test("a printed box has its facts and no field to fill in anew", async ({ page, api }) => {
  const box = await api.box();
  await api.content(box, "Personalakten A–K");
  await page.goto(`/stock/boxes/${box.id}`);
  await settled(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("textbox", { name: "Inhalt 1" })).toHaveValue("Personalakten A–K");
  await expect(page.getByLabel("Neuer Inhalt")).toBeHidden();
  await expect(page.locator(".button:visible, [type=checkbox]:visible, [type=file]:visible")).toHaveCount(0);
});
