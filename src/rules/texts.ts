/** Every German message of the product, once: specification 5 and 8, product 7 and 8. */

/** The error catalogue (specification 8). */
export const errors = {
  login: "Login fehlgeschlagen.",
  unknown: "Ups. Da ist etwas schief gelaufen.",
  notFound: "Nicht gefunden!",
  notAllowed: "Nicht erlaubt!",
  forbidden: "Bitte melden Sie sich an.",
  tooLarge: "Die Anfrage ist zu groß.",
  tooManyLogins: "Zu viele Fehlversuche. Bitte warten Sie eine Minute.",
  passwordFirst: "Bitte zuerst das Passwort ändern.",
  network: "Keine Verbindung zum Server. Bitte prüfen Sie das Netz und versuchen Sie es erneut.",
  chunk: "Die Seite konnte nicht geladen werden. Vielleicht gibt es eine neue Version.",
} as const;

/** What stands beside a field (specification 5). */
export const invalid = {
  required: "Bitte ausfüllen",
  requiredChoice: "Bitte auswählen",
  password: "mind. 8 Zeichen",
  mismatch: "Stimmt nicht überein!",
  email: "Ungültige E-Mail Adresse",
  range: "Ungültig",
  customerCode: "Maximal 4 Zahlen",
  postcode: "PLZ nicht größer als 99999",
  belowZero: "Kleiner als 0 nicht erlaubt",
  belowOne: "Kleiner als 1 nicht erlaubt",
  tooLong: (max: number) => `Höchstens ${max} Zeichen`,
  noText: "Ungültige Zeichen",
  day: "Bitte einen Tag auswählen",
  emailTaken: "Diese E-Mail Adresse ist bereits vergeben.",
  wrongPassword: "Das alte Passwort stimmt nicht.",
  samePassword: "Das neue Passwort muss sich vom alten unterscheiden.",
  malformed: "Die Anfrage ist kein gültiges JSON.",
} as const;

/**
 * The English messages that the server sends exactly so and the client shows in German (specification 5).
 */
export const translated: Record<string, string> = {
  "customer with this code already exists.": "Kunde mit dem Code existiert bereits.",
  "The fields areaId, number must make a unique set.": "Reihe existiert bereits.",
  "area with this name already exists.": "Bereich existiert bereits.",
};
export const takenCustomerCode = "customer with this code already exists.";
export const takenRow = "The fields areaId, number must make a unique set.";
export const takenArea = "area with this name already exists.";

/** The success notices (specification 8). */
export const done = {
  areaAdded: "Bereich hinzugefügt",
  areaDeleted: "Bereich gelöscht",
  boxesAdded: "Box(en) hinzugefügt",
  boxUpdated: "Box aktualisiert",
  boxDeleted: "Box gelöscht",
  contentAdded: "Inhalt hinzugefügt",
  contentUpdated: "Inhalt aktualisiert",
  contentDeleted: "Inhalt gelöscht",
  imageAdded: "Bild hinzugefügt",
  imageUpdated: "Bild aktualisiert",
  imageDeleted: "Bild gelöscht",
  metaUpdated: "Meta Daten aktualisiert",
  boxesDestroyed: "Boxen vernichtet",
  passwordChanged: "Passwort geändert",
  customerAdded: "Kunde hinzugefügt",
  customerUpdated: "Kunde aktualisiert",
  customerDeleted: "Kunde gelöscht",
  optionAdded: "Lieferoption hinzugefügt",
  optionUpdated: "Lieferoption aktualisiert",
  optionDeleted: "Lieferoption gelöscht",
  userAdded: "User hinzugefügt",
  userUpdated: "User aktualisiert",
  rowAdded: "Reihe hinzugefügt",
  rowUpdated: "Reihe aktualisiert",
  rowDeleted: "Reihe gelöscht",
} as const;

/** Why an action on stock is refused (product 2, 3, 4 and 7); codes and places come in as people read them. */
export const refused = {
  boxTaken: (code: string) => `Box ${code} gibt es bereits.`,
  numbersUsedUp: (code: string) => `Box ${code} liegt über der höchsten Boxnummer 999999.`,
  placeTaken: (code: string) => `Platz ist belegt durch ${code}.`,
  alreadyStored: (place: string) => `Box ist bereits eingelagert: ${place}.`,
  boxState: (state: string) => `Das geht nicht: Die Box ist ${state}.`,
  ordered: (delivery: string) => `Box ist in Lieferung ${delivery} angefordert.`,
  contentState: (state: string) => `Das geht nicht: Der Inhalt ist im Zustand „${state}“.`,
  contentDeletion: "Nur Inhalte, die in der Box sind oder nicht existieren, können gelöscht werden.",
  destroyedContents: "Die Box ist vernichtet: Ihre Inhalte können nicht mehr geändert werden.",
  destroyedImages: "Die Box ist vernichtet: Ihre Bilder können nicht mehr geändert werden.",
  futureDate: "Das Datum darf nicht in der Zukunft liegen.",
  notDestroyed: "Nur vernichtete Boxen haben ein Vernichtungsdatum.",
  unknownContent: "Diesen Inhalt gibt es nicht.",
  reasonMissing: "Bitte geben Sie einen Grund an.",
  nothingToChange: "Bitte geben Sie an, was geändert werden soll.",
  emptyRange: "Der Bereich ist leer: „von“ ist größer als „bis“.",
  noPicture: "Nur Bilder vom Typ JPEG, PNG oder WebP.",
  brokenPicture: "Das Bild kann nicht gelesen werden.",
  hugePicture: "Das Bild hat mehr als 50 Megapixel.",
  diskFull: "Der Speicherplatz ist voll. Das Bild wurde nicht gespeichert.",
  deleteOnlyCreated: "Nur Boxen im Zustand „erstellt“ können gelöscht werden.",
  areaHasRows: "Nur Bereiche ohne Reihen können gelöscht werden.",
  rowHasBoxes: "Nur Reihen ohne Boxen können gelöscht werden.",
  customerHasBoxes: "Nur Kunden ohne Boxen können gelöscht werden.",
  changedMeanwhile: (value: string) => `Inzwischen hat jemand anders das geändert: „${value}“.`,
  lastStaff: "Der letzte aktive Admin kann weder deaktiviert noch zurückgestuft werden.",
  unknownBox: "Diese Box gibt es nicht.",
  unknownRow: "Diese Reihe gibt es nicht.",
  unknownArea: "Diesen Bereich gibt es nicht.",
  unknownCustomer: "Diesen Kunden gibt es nicht.",
  unknownUser: "Diesen User gibt es nicht.",
  unknownCustomerUser: "Diesen Kundenbenutzer gibt es nicht.",
  customerCodesUsedUp: "Alle Kundennummern bis 9999 sind vergeben.",
} as const;

export const noData = "Keine Daten vorhanden"; // specification 2
