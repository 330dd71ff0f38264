import type { Reason, RefusalCode } from "./refusals.ts";

/* @__NO_SIDE_EFFECTS__ */
const say = (code: RefusalCode, message: string): Reason => ({ code, message, about: undefined });

/** Why something is not scanned for a customer, or its file is not taken. */
export const copyWithoutAddress = say(
  "invalid",
  "Ein Scanauftrag hat keine Lieferadresse: Nichts verlässt das Archiv.",
);
export const copyNotBack = say(
  "invalid",
  "Bei einem Scanauftrag verlässt nichts das Archiv; es gibt nichts zurückzugeben.",
);
export const copyEndsItself = say(
  "open_lines",
  "Ein Scanauftrag ist abgeschlossen, sobald alles gescannt und wieder eingelagert oder als fehlend gemeldet ist.",
);
export const noPdf = say("invalid", "Bitte wählen Sie eine PDF-Datei. Diese Datei ist keine.");
export const brokenPdf = say("invalid", "Diese PDF-Datei ist beschädigt und lässt sich nicht lesen.");
export const lockedPdf = say("invalid", "Diese PDF-Datei ist verschlüsselt. Bitte speichern Sie sie ohne Schutz.");
export const emptyPdf = say("invalid", "Diese PDF-Datei hat keine Seite.");
export const longPdf = (pages: number, most: number) =>
  say(
    "invalid",
    `Diese PDF-Datei hat ${pages.toLocaleString("de-DE")} Seiten, höchstens ${most.toLocaleString("de-DE")} sind möglich.`,
  );
export const largePdf = say("too_large", "Die PDF-Datei ist größer als 100 MB. Bitte scannen Sie in mehrere Dateien.");
export const oneLineToScan = say("invalid", "Bitte nennen Sie die Box oder den Inhalt, der gescannt wurde.");
export const notToScan = (code: string) => say("state", `Lieferung ${code} ist kein Scanauftrag.`);
export const notAtScanner = say("state", "Das ist noch nicht kommissioniert: Erst holen, dann scannen.");
export const notScannedYet = (code: string) =>
  say("state", `Das ist für Scanauftrag ${code} noch nicht gescannt. Erst scannen, dann zurück an seinen Platz.`);
export const copyGone = say("not_found", "Dieser Scan ist nicht mehr da: Seine Frist ist vorbei, er wurde gelöscht.");
