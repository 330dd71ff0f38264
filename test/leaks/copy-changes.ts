import { addCopy, copyFile, removeCopy } from "#contract/calls/deliveries/copies.ts";
import type { Client } from "#test/support/client.ts";
import { pdfFile } from "#test/support/pdf-files.ts";

/** A box that is picked is scanned twice; one scan is removed and the other one read. */
export async function changeCopies(staff: Client, delivery: number, box: number): Promise<void> {
  const add = async (pages: number) => {
    const body = { box, file: new Blob([await pdfFile(pages)]) };
    return staff.call(addCopy, { path: { id: delivery }, body });
  };
  const [kept, wrong] = [await add(1), await add(2)];
  await staff.call(removeCopy, { path: { id: wrong.id } });
  await staff.download(copyFile, { path: { id: kept.id } });
}
