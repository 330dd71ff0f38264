import { readXlsx } from "hucre/xlsx";
import readExcelFile from "read-excel-file/node";
import { unzipped } from "./zip.ts";

type Rows = readonly (readonly unknown[])[];

/** The rows of a workbook as two programs of others read them, with their heads; that none has a formula is looked into besides. */
export async function readByOthers(bytes: Buffer): Promise<readonly [Rows, Rows]> {
  for (const [name, text] of unzipped(bytes)) {
    if (/<f[\s>/]/.test(text.toString())) throw new Error(`There is a formula in ${name}.`);
    if (/ t="(?!inlineStr")/.test(text.toString()))
      throw new Error(`There is a text in ${name} that is not typed as one.`);
  }
  const [{ sheets }, found] = [await readXlsx(bytes), await readExcelFile(bytes, { trim: false })];
  return [sheets[0]?.rows ?? [], found[0]?.data ?? []];
}
