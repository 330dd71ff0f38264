import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pdfFault } from "./active-pdf.ts";

const pdf = (...objects: string[]) =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj`).join("\n")}\n%%EOF`,
    "latin1",
  );
const packed = (objects: string, more = "") =>
  `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode${more} >>\nstream\n${deflateSync(objects).toString("latin1")}\nendstream`;
const page = "<< /Type /Page /Contents 2 0 R >>";
const picture = `<< /Filter /DCTDecode >>\nstream\n${"/JS /AA \u0000\u00ff".repeat(100)}\nendstream`;

test.each([
  ["pages and pictures", pdf(page, picture), null],
  ["packed pages", pdf(page, packed("7 0 << /Type /Page >>")), null],
  ["a form with JavaScript", pdf(page, "<< /S /JavaScript /JS (app.alert(1)) >>"), "active"],
  ["JavaScript by the numbers of its letters", pdf("<< /S /J#61va#53cript >>"), "active"],
  ["JavaScript that lies packed", pdf(page, packed("7 0 << /S /JavaScript >>")), "active"],
  ["packed objects that are not packed", pdf("<< /Type /ObjStm >>\nstream\n<< /S /Launch >>\nendstream"), "active"],
  ["a program that is started", pdf("<< /S /Launch /F (cmd.exe) >>"), "active"],
  ["a file within it", pdf("<< /Names << /EmbeddedFiles 3 0 R >> >>"), "active"],
  ["a film", pdf("<< /Subtype /RichMedia >>"), "active"],
  ["a form of its own language", pdf("<< /XFA [(a) 3 0 R] >>"), "active"],
  ["what nobody can read", pdf(page, "<< /Encrypt 9 0 R >>"), "encrypted"],
  [
    "objects that are packed in another way",
    pdf(packed("7 0 << >>", " /DecodeParms << /Predictor 12 >>")),
    "unreadable",
  ],
  ["packed objects that are too large", pdf(packed(" ".repeat(65 * 1024 * 1024))), "unreadable"],
  [
    "packed objects that are too large together",
    pdf(...(Array(3).fill(packed(" ".repeat(30 * 1024 * 1024))) as string[])),
    "unreadable",
  ],
  [
    "cross references that are too large",
    pdf(packed(" ".repeat(65 * 1024 * 1024)).replace("/ObjStm", "/XRef")),
    "unreadable",
  ],
  ["packed objects by another name", pdf(packed("7 0 << /S /JavaScript >>").replace("/Type /ObjStm ", "")), "active"],
  ["a name that two pieces part", pdf(" ".repeat(1024 * 1024 - 20), "<< /S /JavaScript >>"), "active"],
  [
    "objects that are damaged",
    pdf("<< /Type /ObjStm /Filter /FlateDecode >>\nstream\nnothing\nendstream"),
    "unreadable",
  ],
] as const)("a PDF with %s is %s", (_what, file, fault) => {
  expect(pdfFault(file)).toBe(fault);
});
