import type { Reason, RefusalCode } from "./refusals.ts";

const say = (code: RefusalCode, message: string, about?: string): Reason => ({ code, message, about });

/** Why something is refused (specification 5 and 8, product 2 to 8): its name, then its text; codes and places come in as people read them. */
export const refused = {
  fixed: say("fixed", "Kann nicht geändert werden."),
  boxTaken: (code: string) => say("exists", `Box ${code} gibt es bereits.`),
  numbersUsedUp: (number: number) => say("used_up", `Boxnummer ${number} liegt über der höchsten Boxnummer 999999.`),
  placeTaken: (code: string) => say("taken", `Platz ist belegt durch ${code}.`),
  alreadyStored: (place: string, isInRow: boolean) =>
    say(isInRow ? "here" : "elsewhere", `Box ist bereits eingelagert: ${place}.`),
  boxState: (state: string) => say("state", `Das geht nicht: Die Box ist ${state}.`),
  ordered: (delivery: string) => say("ordered", `Box ist in Lieferung ${delivery} angefordert.`),
  contentState: (state: string) => say("state", `Das geht nicht: Der Inhalt ist im Zustand „${state}“.`),
  contentDeletion: say("state", "Nur Inhalte, die in der Box sind oder nicht existieren, können gelöscht werden."),
  destroyedContents: say("state", "Die Box ist vernichtet: Ihre Inhalte können nicht mehr geändert werden."),
  destroyedImages: say("state", "Die Box ist vernichtet: Ihre Bilder können nicht mehr geändert werden."),
  futureDate: say("invalid", "Das Datum darf nicht in der Zukunft liegen."),
  beforeBox: (created: string) => say("invalid", `Die Box gibt es erst seit dem ${created}.`),
  notDestroyed: say("state", "Nur vernichtete Boxen haben ein Vernichtungsdatum."),
  unknownContent: say("unknown_content", "Diesen Inhalt gibt es nicht."),
  reasonMissing: say("invalid", "Bitte geben Sie einen Grund an."),
  nothingToChange: say("invalid", "Bitte geben Sie an, was geändert werden soll."),
  emptyRange: say("invalid", "Der Bereich ist leer: „von“ ist größer als „bis“."),
  noPicture: say("invalid", "Nur Bilder vom Typ JPEG, PNG oder WebP."),
  brokenPicture: say("invalid", "Das Bild kann nicht gelesen werden."),
  hugePicture: say("invalid", "Das Bild hat mehr als 50 Megapixel."),
  diskFull: say("disk_full", "Der Speicherplatz ist voll. Das Bild wurde nicht gespeichert."),
  databaseFull: say("disk_full", "Der Speicherplatz ist voll. Es wurde nichts gespeichert."),
  busy: say("busy", "Daran wird gerade gearbeitet. Bitte versuchen Sie es gleich noch einmal."),
  tooLong: say(
    "too_long",
    "Das dauert gerade zu lange und wurde abgebrochen. Bitte versuchen Sie es später noch einmal.",
  ),
  tooManyCalls: say("too_many_calls", "Zu viele Anfragen auf einmal. Bitte versuchen Sie es gleich noch einmal."),
  wrongPicture: say("wrong_picture", "Die Datei dieses Bildes fehlt oder ist beschädigt."),
  documentTooLarge: say(
    "document_too_large",
    "Das Dokument ist zu groß für den Arbeitsspeicher des Servers. Bitte grenzen Sie es ein.",
  ),
  deleteOnlyCreated: say("state", "Nur Boxen im Zustand „erstellt“ können gelöscht werden."),
  areaHasRows: say("in_use", "Nur Bereiche ohne Reihen können gelöscht werden."),
  rowHasBoxes: say("in_use", "Nur Reihen ohne Boxen können gelöscht werden."),
  rowStays: say("in_use", "Nur Reihen ohne Boxen können in einen anderen Bereich."),
  codeStays: say("in_use", "Der Code steht auf den Boxen: Nur ohne Boxen kann er geändert werden."),
  customerHasBoxes: say("in_use", "Nur Kunden ohne Boxen können gelöscht werden."),
  changedMeanwhile: (value: string) => say("changed", `Inzwischen hat jemand anders das geändert: „${value}“.`),
  lastStaff: say("last_staff", "Der letzte aktive Admin kann weder deaktiviert noch zurückgestuft werden."),
  unknownBox: say("unknown_box", "Diese Box gibt es nicht."),
  unknownRow: say("unknown_row", "Diese Reihe gibt es nicht."),
  unknownArea: say("unknown_area", "Diesen Bereich gibt es nicht."),
  unknownCustomer: say("unknown_customer", "Diesen Kunden gibt es nicht."),
  unknownUser: say("unknown_user", "Diesen User gibt es nicht."),
  unknownCustomerUser: say("unknown_user", "Diesen Kundenbenutzer gibt es nicht."),
  unknownOption: say("unknown_option", "Diese Lieferoption gibt es nicht."),
  equalOption: (name: string, days: string, from: string, to: string) =>
    say("exists", `Diese Lieferoption hat der Kunde schon: „${name}“, ${days}, ${from} – ${to} Uhr.`),
  noOptions: say("no_options", "Für einen Kunden ohne Lieferoptionen kann keine Lieferung erstellt werden."),
  emptyDelivery: say("invalid", "Bitte wählen Sie mindestens eine Box oder einen Inhalt aus."),
  boxIs: (code: string, state: string) => say("state", `Box ${code} ist ${state}.`),
  boxHasOrderedContent: (code: string) =>
    say("ordered", `Aus Box ${code} ist bereits ein einzelner Inhalt angefordert.`),
  boxOrderedWhole: (code: string) => say("ordered", `Box ${code} wird schon als Ganzes angefordert.`),
  boxInDelivery: (code: string, delivery: string) =>
    say("in_delivery", `Box ${code} steht schon in Lieferung ${delivery}.`),
  contentInDelivery: (content: string, delivery: string) =>
    say("in_delivery", `„${content}“ steht schon in Lieferung ${delivery}.`),
  contentIs: (content: string, state: string) => say("state", `„${content}“ ist im Zustand „${state}“.`),
  dateTooEarly: (next: string) => say("delivery_day", `Der nächste mögliche Liefertermin ist der ${next}.`),
  wrongWeekday: (days: string, next: string) =>
    say(
      "delivery_day",
      `Geliefert wird nur an diesen Tagen: ${days}. Der nächste mögliche Liefertermin ist der ${next}.`,
    ),
  dateTooFar: say("delivery_day", "Das Datum ist mehr als zwei Jahre von heute entfernt."),
  pastDate: say("delivery_day", "Das Datum liegt in der Vergangenheit."),
  returnWithoutOption: say("invalid", "Eine Rückgabe hat keine Lieferoption."),
  deliveryState: (state: string) => say("state", `Das geht nicht: Die Lieferung ist im Zustand „${state}“.`),
  openLines: (count: number) =>
    say(
      "open_lines",
      count === 1
        ? "Eine Zeile ist weder kommissioniert noch als fehlend gemeldet."
        : `${count} Zeilen sind weder kommissioniert noch als fehlend gemeldet.`,
    ),
  openReturn: say(
    "open_lines",
    "Eine Rückgabe ist abgeschlossen, sobald alles zurückgekommen oder als fehlend gemeldet ist.",
  ),
  unknownDelivery: say("unknown_delivery", "Diese Lieferung gibt es nicht."),
  notInDelivery: (delivery: string) => say("not_in_delivery", `Das steht nicht offen in Lieferung ${delivery}.`),
  pickedAlready: (delivery: string) => say("picked_already", `Das ist für Lieferung ${delivery} schon kommissioniert.`),
  tooManyLabels: (most: number) =>
    say("invalid", `Mehr als ${most.toLocaleString("de-DE")} Etiketten auf einmal sind nicht möglich.`),
  noBoxCode: (text: string) => say("invalid", `„${text}“ ist kein Boxcode.`),
  noSuchBox: (code: string) => say("unknown_box", `Box ${code} gibt es nicht.`, code),
  lostPicture: (code: string) =>
    say("lost_picture", `Zu Box ${code} fehlt eine Bilddatei. Das Archiv wurde nicht erstellt.`),
  login: say("login", "Login fehlgeschlagen."),
  passwordFirst: say("password_first", "Bitte zuerst das Passwort ändern."),
  passwordEnded: say("password_ended", "Das Startpasswort ist abgelaufen. Bitte lassen Sie es zurücksetzen."),
  wrongPassword: say("wrong_password", "Das alte Passwort stimmt nicht."),
  wrongOwnPassword: say("wrong_password", "Ihr eigenes Passwort stimmt nicht."),
  ownPasswordMissing: say("invalid", "Bitte bestätigen Sie das mit Ihrem eigenen Passwort."),
  weakPassword: {
    common: say("weak_password", "Dieses Passwort verwenden zu viele. Bitte wählen Sie ein anderes."),
    email: say("weak_password", "Das Passwort darf nicht die E-Mail Adresse oder ein Teil davon sein."),
    name: say("weak_password", "Das Passwort darf nicht der eigene Name sein."),
    title: say("weak_password", "Das Passwort darf nicht der Name dieses Programms sein."),
  },
  secondFactor: say("second_factor", "Bitte geben Sie den Code ein."),
  secondFactorFirst: say("second_factor_first", "Bitte zuerst den zweiten Faktor einrichten."),
  wrongCode: say("wrong_code", "Der Code stimmt nicht oder wurde schon benutzt."),
  tooManyCodes: say("too_many_codes", "Zu viele falsche Codes. Bitte warten Sie eine Viertelstunde."),
  factorOn: say("state", "Der zweite Faktor ist schon eingerichtet."),
  factorOff: say("state", "Es ist kein zweiter Faktor eingerichtet."),
  factorNotBegun: say("state", "Bitte beginnen Sie die Einrichtung von vorn."),
  ownFactor: say("state", "Ihren eigenen zweiten Faktor schalten Sie unter „Mein Zugang“ aus."),
  samePassword: say("invalid", "Das neue Passwort muss sich vom alten unterscheiden."),
  emailTaken: say("exists", "Diese E-Mail Adresse ist bereits vergeben."),
  scanIdReused: say("id_reused", "Unter dieser Kennung wurde schon etwas anderes gesendet."),
  customerCodesUsedUp: say("used_up", "Alle Kundennummern bis 9999 sind vergeben."),
} as const;
