import type { Reason } from "./refusals.ts";

/** Every German message of the product, once: specification 5 and 8, product 7 and 8. */

/** The error catalogue (specification 8). */
export const errors = {
  unknown: "Ups. Da ist etwas schief gelaufen.",
  notFound: "Nicht gefunden!",
  notAllowed: "Nicht erlaubt!",
  forbidden: "Bitte melden Sie sich an.",
  staffOnly: "Das ist nur für Admins des Archivs.",
  tooLarge: "Die Anfrage ist zu groß.",
  tooManyLogins: "Zu viele Fehlversuche. Bitte warten Sie eine Minute.",
  network: "Keine Verbindung zum Server. Bitte prüfen Sie das Netz und versuchen Sie es erneut.",
  chunk: "Die Seite konnte nicht geladen werden. Vielleicht gibt es eine neue Version.",
} as const;

/** An error that nobody expected, with what whoever watches the server finds it by; the text stays what it is. */
export const withRequest = (text: string, request: string) => `${text} (Kennung ${request})`;

/**
 * The English messages that the server sends exactly so and the client shows in German (specification 5).
 */
export const translations: Record<string, string> = {
  "customer with this code already exists.": "Kunde mit dem Code existiert bereits.",
  "The fields areaId, number must make a unique set.": "Reihe existiert bereits.",
  "area with this name already exists.": "Bereich existiert bereits.",
};
const exists = (message: string): Reason => ({ code: "exists", message });
export const takenCustomerCode = exists("customer with this code already exists.");
export const takenRow = exists("The fields areaId, number must make a unique set.");
export const takenArea = exists("area with this name already exists.");

export const noData = "Keine Daten vorhanden"; // specification 2
