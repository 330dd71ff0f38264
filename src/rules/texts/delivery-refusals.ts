import type { Reason, RefusalCode } from "./refusals.ts";

/* @__NO_SIDE_EFFECTS__ */
const say = (code: RefusalCode, message: string): Reason => ({ code, message, about: undefined });

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
