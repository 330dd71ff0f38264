import { buffer } from "node:stream/consumers";
import { getDocument, VerbosityLevel } from "unpdf/pdfjs";
import type { PageCount } from "./page-count.ts";

// What a process does that counts the pages of one PDF, which it reads from its input.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

async function countIn(data: Uint8Array): Promise<PageCount> {
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
