import { showThings } from "#rules/amounts.ts";
import type { Reason, RefusalCode } from "./refusals.ts";

/* @__NO_SIDE_EFFECTS__ */
const say = (code: RefusalCode, message: string): Reason => ({ code, message, about: undefined });

export const nothingToPickUp = say(
  "invalid",
  "Bitte wählen Sie, was abgeholt wird: Boxen oder Inhalte, neue Boxen, oder leere Boxen, die wir bringen.",
);
export const tooManyLines = (most: number) =>
  say("invalid", `Eine Abholung hat höchstens ${most.toLocaleString("de-DE")} Boxen und Inhalte.`);
export const openPickup = (open: number) =>
  say(
    "open_lines",
    `Noch ${showThings(open, "Zeile", "Zeilen")} offen: Bestätigen Sie, was gekommen ist, und melden Sie, was nicht kam.`,
  );
export const dueBeforeDelivery = (day: string) => say("invalid", `Frühestens am Tag der Lieferung, dem ${day}.`);
export const nothingBrought = say("invalid", "Eine Rückgabe bringt nichts, was zurückzugeben ist.");
export const notWaitable = (thing: string, state: string) =>
  say("state", `${thing} ist ${state}: Darauf kann niemand warten.`);
export const reservedFor = (thing: string, day: string) =>
  say("ordered", `${thing} ist bis ${day} für jemand anderen reserviert, der darauf gewartet hat.`);
export const inPickup = (code: string) =>
  say("in_delivery", `Die Box steht in Abholung ${code} und kann nicht gelöscht werden.`);
/** Why an address or a day without deliveries is not taken. */
export const unknownAddress = say("unknown_address", "Diese Adresse gibt es nicht.");
export const addressExists = (name: string) => say("exists", `Eine Adresse „${name}“ hat der Kunde schon.`);
export const tooManyAddresses = (most: number) => say("used_up", `Mehr als ${most} Adressen sind nicht möglich.`);
export const oneDefaultAddress = say(
  "fixed",
  "Eine Adresse ist immer die Standardadresse. Bitte machen Sie eine andere dazu.",
);
export const returnWithoutAddress = say("invalid", "Eine Rückgabe hat keine Lieferadresse.");
export const closingDayExists = (day: string, text: string) =>
  say("exists", `Der ${day} ist schon eingetragen: ${text}.`);
export const tooManyClosingDays = (most: number) => say("used_up", `Mehr als ${most} Schließtage sind nicht möglich.`);
/** Why a list of boxes is not looked up, and why one of its boxes is none of this customer's. */
export const tooManyMentions = (count: number, most: number) =>
  say(
    "invalid",
    `Die Liste nennt ${count.toLocaleString("de-DE")} Boxen, höchstens ${most.toLocaleString("de-DE")} sind auf einmal möglich.`,
  );
export const boxOfOther = (code: string, customer: string) =>
  say("state", `Box ${code} gehört einem anderen Kunden: ${customer}.`);
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
