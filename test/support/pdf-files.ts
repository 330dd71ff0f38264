import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import Pdf from "pdfkit";

/** A PDF of so many pages, unlike any other; with a password where one is given. */
export async function pdfFile(pages: number, userPassword?: string): Promise<Buffer<ArrayBuffer>> {
  const locked = userPassword === undefined ? {} : { userPassword, pdfVersion: "1.7" as const };
  const pdf = new Pdf({ autoFirstPage: false, info: { Title: randomUUID() }, ...locked });
  for (let page = 1; page <= pages; page++) pdf.addPage().text(`Seite ${page}`);
  pdf.end();
  return Buffer.from(await buffer(pdf as unknown as NodeJS.ReadableStream));
}

/** The same as newer scanners write it: pages and cross references packed in streams, in which no text says "/Page". */
export function packedPdf(pages: number): Buffer<ArrayBuffer> {
  const ids = Array.from({ length: pages }, (_, page) => page + 3);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/Kids[${ids.map((id) => `${id} 0 R`).join(" ")}]>>`,
    ...ids.map(() => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>"),
  ];
  let [index, texts] = ["", ""];
  for (const [at, text] of objects.entries()) {
    index += `${at + 1} ${texts.length} `;
    texts += `${text} `;
  }
  const [packId, tableId] = [objects.length + 1, objects.length + 2];
  const head = Buffer.from(`%PDF-1.5\n%${randomUUID()}\n`);
  const pack = streamOf(packId, `/Type/ObjStm/N ${objects.length}/First ${index.length}`, Buffer.from(index + texts));
  const rows = [[0, 0, 65_535], ...objects.map((_, at) => [2, packId, at]), [1, head.length, 0]];
  const tableAt = head.length + pack.length;
  const table = Buffer.concat(
    [...rows, [1, tableAt, 0]].map(([kind = 0, where = 0, at = 0]) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(kind, 0);
      row.writeUInt32BE(where, 1);
      row.writeUInt16BE(at, 5);
      return row;
    }),
  );
  const entries = `/Type/XRef/Size ${tableId + 1}/W[1 4 2]/Root 1 0 R`;
  const end = Buffer.from(`startxref\n${tableAt}\n%%EOF\n`);
  return Buffer.from(Buffer.concat([head, pack, streamOf(tableId, entries, table), end]));
}

function streamOf(id: number, entries: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes);
  const head = `${id} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream\nendobj\n")]);
}
