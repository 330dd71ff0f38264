import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkImport, getImport, importErrors, mapImport } from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { button, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

const now = "2026-11-26T08:00:00Z";
const cell = page.getByRole("textbox", { name: "Jahrgang in Zeile 17" });

async function openImport(wish: Partial<ImportDetail> = {}, who = staff) {
  return open(who.is_staff ? "/services/imports/5" : "/imports/5", {
    who,
    answers: (server) => {
      const of = { ...server.example(getImport), checked: now, errors: 1, ...wish };
      for (const call of [getImport, mapImport, checkImport] as const) server.reply(call, of);
    },
  });
}

test.each([
  ["staff", staff],
  ["a customer's user", customerUser],
])("an error is corrected in its cell by %s, and the list is checked again", async (_, who) => {
  const { server } = await openImport({}, who);
  await expect.element(cell).toHaveValue("20O4");
  await expect.element(button("Berichtigung prüfen")).toHaveAttribute("aria-disabled", "true");
  await cell.fill("2004");
  await expect.element(button("1 Berichtigung prüfen")).toBeVisible();
  await expectGoodLooks();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => server.asked(mapImport).map(({ body }) => body))
    .toEqual([{ corrections: [{ row: 17, column: 1, text: "2004" }] }]);
  await expect.poll(() => server.asked(checkImport).length).toBe(1);
  await expect.poll(() => server.asked(importErrors).length).toBeGreaterThan(1);
});

test("a cell that gets its own text again is no correction", async () => {
  await openImport();
  await cell.fill("2004");
  await cell.fill("20O4");
  await expect.element(button("Berichtigung prüfen")).toHaveAttribute("aria-disabled", "true");
});

test("a list that was taken over without its bad rows shows them, and none of their cells can be corrected", async () => {
  await openImport({ state: 1, committed: now, left_out: 1 });
  await expect.element(page.getByText("1 Zeile mit Fehlern: nicht übernommen.")).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "20O4", exact: true })).toBeVisible();
  expect(page.getByRole("textbox").elements()).toEqual([]);
  await expect.element(button("Als Excel")).toBeVisible();
});

test("what was corrected says by whom and when, below the errors", async () => {
  await openImport();
  await page.getByRole("heading", { name: "Berichtigt" }).click();
  const row = page.getByRole("table", { name: "Berichtigt" }).getByRole("row").last();
  await expect.element(row).toMatchTextContent(/18.*Jahrgang.*20O5.*2005.*\d\d\.\d\d\.\d{4}/);
  await expectGoodLooks();
});

test("the columns are folded away once the list is checked, and each shows samples of its values", async () => {
  await openImport();
  await expect.element(field("Jahrgang")).not.toBeVisible();
  await page.getByRole("heading", { name: "Spalten" }).click();
  await expect.element(field("Jahrgang")).toBeVisible();
  await expect.element(page.getByText("z. B. 2004 · 20O4")).toBeVisible();
  await expectGoodLooks();
});
