import type { Reason, RefusalCode } from "./refusals.ts";

/** Why a box is held whose taxes may still be assessed (§ 147 (3) AO). */
export const auditOpen = (year: number | string) => `Betriebsprüfung offen ab ${year}`;

const say = (code: RefusalCode, message: string, about?: string): Reason => ({ code, message, about });

const boxesNamed = (codes: readonly string[], count: number) => {
  const more = count - codes.length;
  const names = `${count === 1 ? "Box" : "Boxen"} ${codes.join(", ")}`;
  return more > 0 ? `${names} und ${more.toLocaleString("de-DE")} weitere` : names;
};

/** Why something is refused (specification 5 and 8, product 2 to 8): its name, then its text; codes and places come in as people read them. */
export const refused = {
  fixed: say("fixed", "Kann nicht geändert werden."),
  boxTaken: (code: string) => say("exists", `Box ${code} gibt es bereits.`),
  numbersUsedUp: (number: number) => say("used_up", `Boxnummer ${number} liegt über der höchsten Boxnummer 999999.`),
  placeTaken: (code: string) => say("taken", `Platz ist belegt durch ${code}.`, code),
  alreadyStored: (place: string, isInRow: boolean) =>
    say(isInRow ? "here" : "elsewhere", `Box ist bereits eingelagert: ${place}.`),
  boxState: (state: string) => say("state", `Das geht nicht: Die Box ist ${state}.`),
  ordered: (delivery: string) => say("ordered", `Box ist in Lieferung ${delivery} angefordert.`),
  held: (why: string) => say("held", `Box ist gesperrt (${why}).`),
  boxHeld: (code: string, why: string) => say("held", `Box ${code} ist gesperrt (${why}).`, code),
  stillKept: (until: string) =>
    say(
      "still_kept",
      `Die Box muss bis ${until} aufbewahrt werden. Bitte geben Sie an, warum sie vorher vernichtet wird.`,
      until,
    ),
  noRight: say("no_right", "Dafür fehlt Ihnen das Recht. Bitte wenden Sie sich an das Archiv."),
  notApproved: (batch: string) =>
    say("not_approved", `Vernichtung nur mit Freigabe${batch === "" ? "" : ` (${batch})`}.`),
  levelTooLow: (level: string, protection: number) =>
    say("invalid", `Sicherheitsstufe ${level} genügt Schutzklasse ${protection} nicht.`),
  levelTooHigh: (level: string, protection: number) =>
    say("invalid", `Sicherheitsstufe ${level} gehört zu einer höheren Schutzklasse als ${protection}.`),
  levelOfPeople: say("invalid", "Personenbezogene Unterlagen: mindestens Sicherheitsstufe P-3."),
  noProcedure: say("state", "Dieser Kunde vernichtet ohne Freigabe."),
  openBatches: say("state", "Solange Vorgänge offen sind, bleibt die Freigabe nötig."),
  batchStep: (why: string) => say("state", why),
  lineProblem: (code: string, why: string) => say("line", `Box ${code}: ${why}.`, code),
  notInBatch: (code: string, batch: string) => say("not_in_batch", `Box ${code} gehört nicht zu ${batch}.`, code),
  outOfBatch: (code: string, batch: string) => say("not_in_batch", `Box ${code} gehört nicht mehr zu ${batch}.`, code),
  lineUndecided: (code: string) => say("line", `Box ${code}: Bitte entscheiden Sie.`, code),
  earlyUndecided: (code: string) =>
    say("line", `Box ${code} muss noch aufbewahrt werden: Bitte entscheiden Sie über sie einzeln.`, code),
  lineTwice: (code: string) => say("invalid", `Box ${code} steht zweimal da.`, code),
  lineDone: (code: string) => say("line", `Box ${code} ist schon erledigt.`, code),
  wrongBatchNumber: (number: string) => say("invalid", `Bitte tippen Sie ${number} ein.`),
  waiting: (day: string) => say("too_early", `Die Wartezeit läuft: ab ${day}.`),
  shreddedLate: say("too_late", "Der Scan am Schredder kam zu spät an. Bitte scannen Sie die Box dort noch einmal."),
  noLetter: say("invalid", "Nur PDF, JPEG, PNG oder WebP bis 10 MB."),
  boxesOrKind: say("invalid", "Bitte wählen Sie Boxen aus, oder alle markierten oder fälligen."),
  nothingToDestroy: say("invalid", "Es gibt keine Box, die vernichtet werden darf."),
  nothingLeft: say("state", "Von diesem Vorgang ist keine Box übrig."),
  tooManyLines: (most: string) => say("invalid", `Höchstens ${most} Boxen in einem Vorgang.`),
  unknownBatch: say("unknown_batch", "Diesen Vorgang gibt es nicht."),
  notToCertify: say("state", "Bescheinigt wird ein Vorgang, der vernichtet und noch nicht bescheinigt ist."),
  subcontractorMissing: say("invalid", "Bitte nennen Sie den Dienstleister."),
  noPeriod: say("invalid", "Bitte geben Sie Jahre oder Monate an."),
  boxesOrRange: say("invalid", "Bitte geben Sie entweder Boxen oder einen Bereich an."),
  noBoxInRange: say("invalid", "In diesem Bereich gibt es keine Box."),
  holdReleased: say("state", "Diese Sperre ist schon aufgehoben."),
  holdOfArchive: say("state", "Diese Sperre hat das Archiv gesetzt: Nur das Archiv kann sie aufheben."),
  letterMissing: say(
    "invalid",
    "Diese Sperre hat der Kunde gesetzt: Bitte geben Sie an, mit welchem Schreiben er sie aufhebt.",
  ),
  countedBy: (who: string, since: string) => say("counting", `Diese Reihe zählt gerade ${who}, seit ${since}.`),
  countedAlready: (who: string, when: string) => say("counted", `Diese Reihe ist schon gezählt (${who}, ${when}).`),
  checkedAlready: say(
    "counted",
    "Von dieser Zählung ist schon etwas übernommen. Bitte legen Sie eine neue Inventur an.",
  ),
  notBegun: say("state", "Diese Reihe hat noch niemand begonnen."),
  stocktakeState: (state: string) => say("state", `Das geht nicht: Die Inventur ist ${state}.`),
  unknownStocktake: say("unknown_stocktake", "Diese Inventur gibt es nicht."),
  rowNotInStocktake: say("unknown_row", "Diese Reihe gehört nicht zu dieser Inventur."),
  rowsOrArea: say("invalid", "Bitte wählen Sie Reihen aus, oder einen Bereich."),
  areaWithoutRows: say("invalid", "Dieser Bereich hat keine Reihen."),
  rowsTwice: say("invalid", "Eine Reihe ist zweimal gewählt."),
  tooManyRows: (most: string) => say("invalid", `Höchstens ${most} Reihen in einer Inventur.`),
  begunRow: (row: string) => say("state", `${row} ist schon begonnen.`),
  lastRow: say("invalid", "Eine Inventur braucht mindestens eine Reihe."),
  blindStays: say("state", "Eine Reihe ist schon begonnen: Ob blind gezählt wird, lässt sich nicht mehr ändern."),
  rowsLeft: say("state", "Es ist noch nicht alles gezählt und übernommen."),
  acceptedBefore: say("state", "Von dieser Inventur ist schon etwas übernommen."),
  secondPerson: say("second_person", "Sie haben diese Reihe gezählt: Übernehmen muss eine zweite Person."),
  secondPersonOf: (row: string) =>
    say("second_person", `${row} haben Sie gezählt: Übernehmen muss eine zweite Person.`),
  notEnded: say("state", "Die Reihe ist noch nicht zu Ende gezählt."),
  nothingToAccept: say("invalid", "Was bewegt wurde, braucht niemand zu übernehmen."),
  openCase: (number: string) => say("exists", `Zu diesem Code gibt es schon den Klärfall ${number}.`),
  caseStep: (why: string) => say("state", why),
  caseOpen: (number: string) => say("state", `Zu dieser Box ist der Klärfall ${number} offen.`),
  caseWithoutBox: say("state", "Zu diesem Code gibt es keine Box, also auch keinen Brief."),
  wrongCaseNumber: (number: string) => say("invalid", `Bitte tippen Sie ${number} ein.`),
  notDestroyedBox: say("invalid", "Diese Box ist nicht vernichtet."),
  destroyedBox: say("invalid", "Diese Box ist vernichtet."),
  knownCode: say("invalid", "Zu diesem Code gibt es eine Box."),
  unknownAssignee: say("unknown_user", "Diesen Mitarbeiter gibt es nicht."),
  noList: say("invalid", "Bitte wählen Sie eine Datei."),
  importState: (state: string) => say("state", `Das geht nicht: Der Import ist ${state}.`),
  otherColumns: say("invalid", "Die Zuordnung hat nicht so viele Spalten wie die Liste."),
  mappedTwice: (column: string) => say("invalid", `„${column}“ ist zweimal zugeordnet.`),
  archiveColumn: (column: string) => say("no_right", `„${column}“ vergibt nur das Archiv.`),
  noBoxColumn: say("invalid", "Bitte ordnen Sie eine Spalte „Boxnummer“ oder „Code“ zu."),
  checkStopped: say("changed", "Die Prüfung wurde abgebrochen."),
  notChecked: say("state", "Bitte prüfen Sie die Liste zuerst."),
  importErrors: (count: number) =>
    say(
      "invalid",
      count === 1 ? "Die Liste hat einen Fehler." : `Die Liste hat ${count.toLocaleString("de-DE")} Fehler.`,
    ),
  checkAgain: say("changed", "Inzwischen hat sich etwas geändert. Bitte prüfen Sie die Liste noch einmal."),
  importedBefore: (day: string) => say("exists", `Diese Datei wurde schon am ${day} übernommen.`),
  importMovedOn: (codes: readonly string[], count: number) =>
    say("changed", `Inzwischen geändert: ${boxesNamed(codes, count)}. Nichts wurde zurückgenommen.`, codes[0]),
  importCharged: (codes: readonly string[], count: number) =>
    say(
      "state",
      `Seit gestern oder länger im Regal, was berechnet wird: ${boxesNamed(codes, count)}. Nichts wurde zurückgenommen.`,
      codes[0],
    ),
  unknownClass: say("unknown_class", "Diese Aufbewahrungsklasse gibt es nicht."),
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
  ticketEnded: say("too_late", "Dieser Link gilt nicht mehr. Bitte lassen Sie sich noch einmal einen QR-Code zeigen."),
  noPicture: say("invalid", "Nur Bilder vom Typ JPEG, PNG oder WebP."),
  brokenPicture: say("invalid", "Das Bild kann nicht gelesen werden."),
  largeProof: say("invalid", "Das Bild ist größer als 200 KB."),
  hugePicture: say("invalid", "Das Bild hat mehr als 50 Megapixel."),
  diskFull: say("disk_full", "Der Speicherplatz ist voll. Das Bild wurde nicht gespeichert."),
  databaseFull: say("disk_full", "Der Speicherplatz ist voll. Es wurde nichts gespeichert."),
  busy: say("busy", "Daran wird gerade gearbeitet. Bitte versuchen Sie es gleich noch einmal."),
  tooLong: say(
    "too_long",
    "Das dauert gerade zu lange und wurde abgebrochen. Bitte versuchen Sie es später noch einmal.",
  ),
  unclear: say("unclear", "Unklar, ob das gespeichert wurde. Bitte prüfen Sie es."),
  tooManyCalls: say("too_many_calls", "Zu viele Anfragen auf einmal. Bitte versuchen Sie es gleich noch einmal."),
  wrongPicture: say("wrong_picture", "Die Datei dieses Bildes fehlt oder ist beschädigt."),
  storageAway: say("storage_away", "Die Bilder sind gerade nicht erreichbar."),
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
  nothingPlanned: (day: string) => say("unknown_delivery", `Am ${day} ist keine Lieferung offen.`, day),
  notInDelivery: (delivery: string) => say("not_in_delivery", `Das steht nicht offen in Lieferung ${delivery}.`),
  pickedAlready: (delivery: string) => say("picked_already", `Das ist für Lieferung ${delivery} schon kommissioniert.`),
  tooManyLabels: (most: number) =>
    say("invalid", `Mehr als ${most.toLocaleString("de-DE")} Etiketten auf einmal sind nicht möglich.`),
  noBoxCode: (text: string) => say("invalid", `„${text}“ ist kein Boxcode.`),
  undoTooLate: say("too_late", "Das lässt sich nur eine Minute lang rückgängig machen."),
  movedOn: (code: string) =>
    say("changed", `Box ${code} wurde inzwischen geändert. Nichts wurde rückgängig gemacht.`, code),
  nothingToUndo: say("invalid", "Es gibt nichts rückgängig zu machen."),
  tooManyViews: (most: number) => say("used_up", `Mehr als ${most} Ansichten können nicht gespeichert werden.`),
  sheetTooLong: (most: number) =>
    say(
      "invalid",
      `Die Liste hat mehr als ${most.toLocaleString("de-DE")} Zeilen. Bitte grenzen Sie sie mit Filtern ein.`,
    ),
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
  wrongKey: say("invalid", "Der Schlüssel muss aus 1 bis 128 sichtbaren ASCII-Zeichen bestehen."),
  keyRunning: say("key_running", "Das wird gerade schon gespeichert. Bitte versuchen Sie es gleich noch einmal."),
  keyReused: say(
    "key_reused",
    "Unter diesem Schlüssel wurde schon etwas anderes gesendet. Bitte laden Sie die Seite neu.",
  ),
  scanNotUndone: say("state", "Dieser Scan lässt sich nicht zurücknehmen."),
  nothingUndone: say("changed", "Die Box wurde seitdem geändert. Nichts wurde zurückgenommen."),
  boxChanged: say("changed", "Die Box wurde inzwischen geändert."),
  scanForgotten: say("too_late", "Dieser Scan wurde vor mehr als 400 Tagen schon beantwortet."),
  sameBox: say("invalid", "Das ist zweimal dieselbe Box."),
  noPlace: (code: string) => say("state", `Box ${code} hat keinen Platz.`, code),
  sameRow: say("invalid", "Das ist zweimal dieselbe Reihe."),
  emptyRow: say("state", "In dieser Reihe steht keine Box."),
  otherCustomer: (code: string) => say("invalid", `Der Boxcode beginnt nicht mit der Kundennummer ${code}.`),
  notPicked: say("state", "Die Box ist noch nicht kommissioniert."),
  notUnloaded: (count: number) =>
    say(
      "open_lines",
      count === 1
        ? "Eine Box ist weder abgeladen noch zurückgenommen."
        : `${count} Boxen sind weder abgeladen noch zurückgenommen.`,
    ),
  otherSignature: say("invalid", "Diese Unterschrift gehört zu einer anderen Lieferung."),
  scanIdReused: say("id_reused", "Unter dieser Kennung wurde schon etwas anderes gesendet."),
  customerCodesUsedUp: say("used_up", "Alle Kundennummern bis 9999 sind vergeben."),
} as const;
