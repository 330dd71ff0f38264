import type { TokenScope } from "#rules/access/token-scopes.ts";

type Lines = readonly (readonly [TokenScope, string])[];

const read = "Boxen, Inhalte, Bilder und Lieferungen sehen, Listen, Papiere und Exporte laden.";

/** What a token of the archive's people is good for, scope by scope. */
const ofStaff: Lines = [
  ["read", read],
  ["orders", "Anfordern, Lieferungen beginnen, abschließen und stornieren."],
  ["scans", "Einlagern, umlagern, herausholen, einräumen und zählen, wie ein Handscanner."],
  ["stock", "Boxen, Inhalte, Bilder, Plätze und Kunden hinzufügen, ändern und löschen, Listen importieren."],
  ["destruction", "Vormerken, sperren, freigeben und vernichten. Was vernichtet ist, kommt nicht zurück."],
  ["billing", "Lieferoptionen und Preise ändern, Rechnungen sehen, ausstellen und stornieren."],
  ["users", "User sehen und ändern, Rechte geben und nehmen, das Protokoll lesen."],
];

/** The same for a customer's user; the rights at the customer decide besides. */
const ofCustomers: Lines = [
  ["read", read],
  ["orders", "Boxen und Inhalte anfordern, zurückgeben und stornieren."],
  ["stock", "Boxlisten importieren."],
  ["destruction", "Sperren setzen und aufheben, Vernichtungen freigeben oder ablehnen."],
  ["billing", "Rechnungen sehen und herunterladen."],
];

export const linesOfScopes = (isStaff: boolean): Lines => (isStaff ? ofStaff : ofCustomers);
