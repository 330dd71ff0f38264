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
export const noRush = say("invalid", "Einen Grund hat nur ein Eilauftrag, vor dem nächsten möglichen Tag.");
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
export const noOptionsThere = say("invalid", "Dieser Kunde hat keine Lieferoption.");
/** Why the boxes of an open delivery stay as they are. */
export const lastLine = (noun: string) =>
  say("invalid", `Mindestens eine Box oder ein Inhalt bleibt. Wird nichts davon gebraucht, stornieren Sie: ${noun}.`);
export const tooLateToAdd = (day: string, next: string) =>
  say(
    "delivery_day",
    `Zum Termin am ${day} kann nichts mehr dazukommen. Der nächste mögliche Liefertermin ist der ${next}.`,
  );
export const wasInDelivery = (thing: string) =>
  say("state", `${thing} stand schon in dieser Lieferung und wurde nicht gefunden. Bitte bestellen Sie sie neu.`);
/** Why a list of boxes is not looked up, and why one of its boxes is none of this customer's. */
export const tooManyMentions = (count: number, most: number) =>
  say(
    "invalid",
    `Die Liste nennt ${count.toLocaleString("de-DE")} Boxen, höchstens ${most.toLocaleString("de-DE")} sind auf einmal möglich.`,
  );
export const severalCalled = (number: string, codes: readonly string[]) =>
  say(
    "unknown_box",
    `„${number}“ heißen mehrere Boxen, zum Beispiel ${codes.join(" und ")}. Bitte den Code der Box scannen.`,
  );
/** Refusal that asks about a number that may be a short form of a code: `1.21`. */
export const shortCodeMeant = (code: string) => say("invalid", `Meinen Sie ${code}? Dann schreiben Sie es bitte so.`);
export const boxOfOther = (code: string, customer: string) =>
  say("state", `Box ${code} gehört einem anderen Kunden: ${customer}.`);
