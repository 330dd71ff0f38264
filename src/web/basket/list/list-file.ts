import { mentionsLength } from "#rules/search/box-mentions.ts";

const noText = "Nur Dateien mit Text oder CSV. Aus Excel können Sie die Spalte kopieren und hier einfügen.";

/** The text of a file, in UTF-8 or as Windows writes it. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > 2 * mentionsLength) throw new Error("Die Datei ist zu groß für eine Liste.");
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes);
  if (/\0/.test(text)) throw new Error(noText);
  return text;
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
