import { expect, test } from "vitest";
import { foundByItself } from "#rules/exchange/imports/layout.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { bookOf } from "#test/support/workbook.ts";
import { readInProcess } from "./list-reader.ts";

const heads = [["Boxnummer", "Inhalt"]];
const readHeads = async (...names: readonly string[]) => {
  const file = await bookOf({ sheets: names.map((name) => ({ name, rows: heads })) });
  return readInProcess({ file, layout: foundByItself, reading: null }, AbortSignal.timeout(60_000));
};

test("a workbook with nothing but a head is refused, unless another of its sheets may be meant", async () => {
  await expect(readHeads("Boxen")).rejects.toThrow(unreadable.noRows);
  expect(await readHeads("Boxen", "Mehr")).toMatchObject({ sheets: ["Boxen", "Mehr"], heads: heads[0], total: 0 });
});
