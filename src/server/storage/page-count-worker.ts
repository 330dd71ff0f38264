import { buffer } from "node:stream/consumers";
import { getDocument, VerbosityLevel } from "unpdf/pdfjs";
import { pdfFault } from "./active-pdf.ts";
import type { PageCount } from "./page-count.ts";

// Program of the process that counts the pages of one PDF, which it reads from its input.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

/** Before a reader unpacks anything of it. */
const faults = { active: "active", encrypted: "locked", unreadable: "broken" } as const;

async function countIn(data: Uint8Array): Promise<PageCount> {
  const fault = pdfFault(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  if (fault) return { fault: faults[fault] };
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS, disableFontFace: true, useSystemFonts: false });
  try {
    const pdf = await task.promise;
    const { info } = await pdf.getMetadata();
    const isLocked = (info as { readonly EncryptFilterName?: string | null }).EncryptFilterName;
    return isLocked ? { fault: "locked" } : { pages: pdf.numPages };
  } catch (error) {
    return { fault: (error as Error).name === "PasswordException" ? "locked" : "broken" };
  }
}

process.send?.(await countIn(new Uint8Array(await buffer(process.stdin))));
