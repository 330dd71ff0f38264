import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listAreas } from "#contract/calls/stock/areas.ts";
import { checkImport, getImport, mapImport } from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { button, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { customerUser, open, staff } from "#test/screens/support/open.tsx";

const suggestion = { id: 4, name: "Halle 1" };
const unknown = [
  { name: "halle 1", suggestion, area: null },
  { name: "Keller", suggestion: null, area: null },
];

async function openImport(wish: Partial<ImportDetail>, who = staff) {
  return open("/services/imports/5", {
    who,
    answers: (server) => {
      let of: ImportDetail = { ...server.example(getImport), state: 0, committed: null, checked: null, ...wish };
      server.reply(getImport, () => of);
      server.reply(listAreas, {
        ...server.example(listAreas),
        results: [{ ...server.example(listAreas).results[0]!, ...suggestion }],
      });
      server.reply(mapImport, ({ body }) => {
        of = { ...of, ...(body as object as Partial<ImportDetail>) };
        return of;
      });
      server.reply(checkImport, () => of);
    },
  });
}

test("how a file is read is shown, and what is said otherwise is sent at once", async () => {
  const { server } = await openImport({ head_row: 4, separator: ";", encoding: "windows-1252", hidden: 17 });
  await expect.element(field("Kopfzeile")).toHaveValue("4");
  await expect.element(field("Trennzeichen")).toHaveValue(";");
  await expect.element(field("Zeichensatz")).toHaveValue("windows-1252");
  await expect.element(page.getByText(/^17 Zeilen sind in der Datei ausgeblendet/)).toBeVisible();
  await field("Trennzeichen").selectOptions("Komma");
  await expect.element(field("Trennzeichen")).toHaveValue(",");
  await field("Kopfzeile").selectOptions("Zeile 2");
  await expect.element(field("Kopfzeile")).toHaveValue("2");
  expect(server.asked(mapImport).map(({ body }) => body)).toEqual([{ separator: "," }, { head_row: 2 }]);
  await expectGoodLooks();
});

test("a workbook has no separator and no encoding to be chosen", async () => {
  await openImport({ head_row: 1, separator: null, encoding: null, sheet: "Boxen", sheets: ["Boxen"] });
  await expect.element(field("Kopfzeile")).toHaveValue("1");
  expect(field("Trennzeichen").query()).toBeNull();
  expect(field("Zeichensatz").query()).toBeNull();
  expect(field("Tabellenblatt").query()).toBeNull();
});

test("an area that is written otherwise is said once for the whole list, which is checked again", async () => {
  const { server } = await openImport({ checked: "2026-11-25T10:00:00Z", errors: 3, unknown_areas: unknown });
  await expect.element(page.getByText("Meinten Sie Halle 1?")).toBeVisible();
  await button("Vorschlag übernehmen").click();
  await expect
    .poll(() => server.asked(mapImport).map(({ body }) => body))
    .toEqual([{ areas: [{ name: "halle 1", area: 4 }] }]);
  await expect.poll(() => server.asked(checkImport).length).toBe(1);
  await field("Keller").selectOptions("Halle 1");
  await expect.poll(() => server.asked(mapImport).at(-1)?.body).toEqual({ areas: [{ name: "Keller", area: 4 }] });
  await expectGoodLooks();
});

test("a customer's user is asked about no areas", async () => {
  const { unknown_areas: _, ...theirs } = { unknown_areas: unknown };
  await open("/imports/5", {
    who: customerUser,
    answers: (server) => server.reply(getImport, { ...server.example(getImport), ...theirs }),
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(page.getByText("Bereiche, die es nicht gibt").query()).toBeNull();
});
