import type { Reason, RefusalCode } from "./refusals.ts";

// Why something is refused (specification 5 and 8, product 2 to 8): its name, then its text; codes and places come in as people read
// them. They are taken as `refused.held(…)`, and stand apart so that a page brings only its own.

/** Why a box is held whose taxes may still be assessed (§ 147 (3) AO). */
export const auditOpen = (year: number | string) => `Betriebsprüfung offen ab ${year}`;

/** A reason of this code, with the box that it is about. */
/* @__NO_SIDE_EFFECTS__ */
export const say = (code: RefusalCode, message: string, about?: string): Reason => ({ code, message, about });

const boxesNamed = (codes: readonly string[], count: number) => {
  const more = count - codes.length;
  const names = `${count === 1 ? "Box" : "Boxen"} ${codes.join(", ")}`;
  return more > 0 ? `${names} und ${more.toLocaleString("de-DE")} weitere` : names;
};

/** The parameter is none; with the one that is nearly called so, or all that there are. */
export function unknownParameter(meant: string | undefined, names: readonly string[]): Reason {
  const known = names.length > 0 ? `Es gibt hier ${names.join(", ")}.` : "Hier gibt es keine.";
  return say(
    "unknown_parameter",
    `Unbekannter Parameter. ${meant === undefined ? known : `Gemeint ist wohl ${meant}.`}`,
  );
}

export const afterByCode = say("invalid", "Nur in der Reihenfolge der Codes, ohne Suche und ohne offset.");
export const beyondFound = say("invalid", "Geblättert wird nur bis 10.000. Alle stehen in der Excel-Tabelle.");
export const fixed = say("fixed", "Kann nicht geändert werden.");
export const priceNow = (price: string) => say("fixed", `Der Preis dieser Lieferoption ist jetzt ${price}.`);
export const boxTaken = (code: string) => say("exists", `Box ${code} gibt es bereits.`);
export const numberTwice = (text: string) => say("invalid", `„${text}“ steht zweimal da.`);
export const numberTaken = (text: string, code: string) =>
  say("exists", `„${text}“ hat schon Box ${code}, und Nummern dieses Kunden gibt es nur einmal.`, code);
export const numbersShared = (text: string) =>
  say("exists", `„${text}“ haben mehrere Boxen dieses Kunden: Erst danach kann es jede Nummer nur einmal geben.`);
export const numbersUsedUp = (number: number) =>
  say("used_up", `Boxnummer ${number} liegt über der höchsten Boxnummer 999999.`);
export const placeTaken = (code: string) => say("taken", `Platz ist belegt durch ${code}.`, code);
export const alreadyStored = (place: string, isInRow: boolean) =>
  say(isInRow ? "here" : "elsewhere", `Box ist bereits eingelagert: ${place}.`);
export const boxState = (state: string) => say("state", `Das geht nicht: Die Box ist ${state}.`);
export const ordered = (delivery: string) => say("ordered", `Box ist in Lieferung ${delivery} angefordert.`);
export const held = (why: string) => say("held", `Box ist gesperrt (${why}).`);
export const boxHeld = (code: string, why: string) => say("held", `Box ${code} ist gesperrt (${why}).`, code);
export const stillKept = (until: string) =>
  say(
    "still_kept",
    `Die Box muss bis ${until} aufbewahrt werden. Bitte geben Sie an, warum sie vorher vernichtet wird.`,
    until,
  );
export const noRight = say("no_right", "Dafür fehlt Ihnen das Recht. Bitte wenden Sie sich an das Archiv.");
export const notApproved = (batch: string) =>
  say("not_approved", `Vernichtung nur mit Freigabe${batch === "" ? "" : ` (${batch})`}.`);
export const markedChanged = say(
  "changed",
  "Inzwischen hat sich an den markierten Boxen etwas geändert. Nichts wurde vernichtet. Bitte sehen Sie die Liste noch einmal an.",
);
export const levelTooLow = (level: string, protection: number) =>
  say("invalid", `Sicherheitsstufe ${level} genügt Schutzklasse ${protection} nicht.`);
export const levelTooHigh = (level: string, protection: number) =>
  say("invalid", `Sicherheitsstufe ${level} gehört zu einer höheren Schutzklasse als ${protection}.`);
export const levelOfPeople = say("invalid", "Personenbezogene Unterlagen: mindestens Sicherheitsstufe P-3.");
export const noProcedure = say("state", "Dieser Kunde vernichtet ohne Freigabe.");
export const openBatches = say("state", "Solange Vorgänge offen sind, bleibt die Freigabe nötig.");
export const changeAsked = say("exists", "Eine Änderung ist schon beantragt. Bitte ziehen Sie diese zuerst zurück.");
export const procedureStep = (why: string) => say("state", why);
export const batchStep = (why: string) => say("state", why);
export const lineProblem = (code: string, why: string) => say("line", `Box ${code}: ${why}.`, code);
export const notInBatch = (code: string, batch: string, not: "nicht" | "nicht mehr" = "nicht") =>
  say("not_in_batch", `Box ${code} gehört ${not} zu ${batch}.`, code);
export const earlyUndecided = (code: string) =>
  say("line", `Box ${code} muss noch aufbewahrt werden: Bitte entscheiden Sie über sie einzeln.`, code);
export const lineTwice = (code: string) => say("invalid", `Box ${code} steht zweimal da.`, code);
export const lineDone = (code: string) => say("line", `Box ${code} ist schon erledigt.`, code);
export const wrongBatchNumber = (number: string) => say("invalid", `Bitte tippen Sie ${number} ein.`);
export const waiting = (day: string) => say("too_early", `Die Wartezeit läuft: ab ${day}.`);
export const shreddedLate = say(
  "too_late",
  "Der Scan am Schredder kam zu spät an. Bitte scannen Sie die Box dort noch einmal.",
);
export const noLetter = say("invalid", "Nur PDF, JPEG, PNG oder WebP bis 10 MB.");
export const boxesOrKind = say("invalid", "Bitte wählen Sie Boxen aus, oder alle markierten oder fälligen.");
export const nothingToDestroy = say("invalid", "Es gibt keine Box, die vernichtet werden darf.");
export const nothingLeft = say("state", "Von diesem Vorgang ist keine Box übrig.");
export const tooManyLines = (most: string) => say("invalid", `Höchstens ${most} Boxen in einem Vorgang.`);
export const unknownBatch = say("unknown_batch", "Diesen Vorgang gibt es nicht.");
export const notToCertify = say(
  "state",
  "Bescheinigt wird ein Vorgang, der vernichtet und noch nicht bescheinigt ist.",
);
export const subcontractorMissing = say("invalid", "Bitte nennen Sie den Dienstleister.");
export const noPeriod = say("invalid", "Bitte geben Sie Jahre oder Monate an.");
export const boxesOrRange = say("invalid", "Bitte geben Sie entweder Boxen oder einen Bereich an.");
export const noBoxInRange = say("invalid", "In diesem Bereich gibt es keine Box.");
export const holdReleased = say("state", "Diese Sperre ist schon aufgehoben.");
export const holdOfArchive = say("state", "Diese Sperre hat das Archiv gesetzt: Nur das Archiv kann sie aufheben.");
export const wrongPdf = {
  active: say(
    "invalid",
    "Dieses PDF enthält Programme oder andere Dateien. Bitte drucken Sie es in ein neues PDF und senden Sie das.",
  ),
  encrypted: say("invalid", "Dieses PDF ist verschlüsselt. Bitte speichern Sie es ohne Schutz."),
  unreadable: say(
    "invalid",
    "Dieses PDF ist beschädigt oder ungewöhnlich gepackt. Bitte drucken Sie es in ein neues PDF.",
  ),
};
export const letterMissing = say(
  "invalid",
  "Diese Sperre hat der Kunde gesetzt: Bitte geben Sie an, mit welchem Schreiben er sie aufhebt.",
);
export const countedBy = (who: string, since: string) =>
  say("counting", `Diese Reihe zählt gerade ${who}, seit ${since}.`);
export const countedAlready = (who: string, when: string) =>
  say("counted", `Diese Reihe ist schon gezählt (${who}, ${when}).`);
export const checkedAlready = say(
  "counted",
  "Von dieser Zählung ist schon etwas übernommen. Bitte legen Sie eine neue Inventur an.",
);
export const notBegun = say("state", "Diese Reihe hat noch niemand begonnen.");
export const stocktakeState = (state: string) => say("state", `Das geht nicht: Die Inventur ist ${state}.`);
export const unknownStocktake = say("unknown_stocktake", "Diese Inventur gibt es nicht.");
export const rowNotInStocktake = say("unknown_row", "Diese Reihe gehört nicht zu dieser Inventur.");
export const rowsOrArea = say("invalid", "Bitte wählen Sie Reihen aus, oder einen Bereich.");
export const areaWithoutRows = say("invalid", "Dieser Bereich hat keine Reihen.");
export const rowsTwice = say("invalid", "Eine Reihe ist zweimal gewählt.");
export const tooManyRows = (most: string) => say("invalid", `Höchstens ${most} Reihen in einer Inventur.`);
export const begunRow = (row: string) => say("state", `${row} ist schon begonnen.`);
export const lastRow = say("invalid", "Eine Inventur braucht mindestens eine Reihe.");
export const blindStays = say(
  "state",
  "Eine Reihe ist schon begonnen: Ob blind gezählt wird, lässt sich nicht mehr ändern.",
);
export const rowsLeft = say("state", "Es ist noch nicht alles gezählt und übernommen.");
export const acceptedBefore = say("state", "Von dieser Inventur ist schon etwas übernommen.");
export const secondPerson = say("second_person", "Sie haben diese Reihe gezählt: Übernehmen muss eine zweite Person.");
export const secondPersonOf = (row: string) =>
  say("second_person", `${row} haben Sie gezählt: Übernehmen muss eine zweite Person.`);
export const notEnded = say("state", "Die Reihe ist noch nicht zu Ende gezählt.");
export const nothingToAccept = say("invalid", "Was bewegt wurde, braucht niemand zu übernehmen.");
export const openCase = (number: string) => say("exists", `Zu diesem Code gibt es schon den Klärfall ${number}.`);
export const caseStep = (why: string) => say("state", why);
export const caseOpen = (number: string) => say("state", `Zu dieser Box ist der Klärfall ${number} offen.`);
export const caseWithoutBox = say("state", "Zu diesem Code gibt es keine Box, also auch keinen Brief.");
export const wrongCaseNumber = (number: string) => say("invalid", `Bitte tippen Sie ${number} ein.`);
export const notDestroyedBox = say("invalid", "Diese Box ist nicht vernichtet.");
export const destroyedBox = say("invalid", "Diese Box ist vernichtet.");
export const knownCode = say("invalid", "Zu diesem Code gibt es eine Box.");
export const unknownAssignee = say("unknown_user", "Diesen Admin gibt es nicht.");
export const noList = say("invalid", "Bitte wählen Sie eine Datei.");
export const importState = (state: string) => say("state", `Das geht nicht: Der Import ist ${state}.`);
export const otherColumns = say("invalid", "Die Zuordnung hat nicht so viele Spalten wie die Liste.");
export const mappedTwice = (column: string) => say("invalid", `„${column}“ ist zweimal zugeordnet.`);
export const archiveColumn = (column: string) => say("no_right", `„${column}“ vergibt nur das Archiv.`);
export const noBoxColumn = say("invalid", "Bitte ordnen Sie eine Spalte „Boxnummer“ oder „Code“ zu.");
export const checkStopped = say("changed", "Die Prüfung wurde abgebrochen.");
export const notChecked = say("state", "Bitte prüfen Sie die Liste zuerst.");
export const cellWithoutError = say("invalid", "In dieser Zelle ist kein Fehler.");
export const tooManyCorrections = (most: number) =>
  say("invalid", `Mehr als ${most} Zellen einer Liste lassen sich nur in der Datei berichtigen.`);
export const tooManyImports = (most: number) =>
  say(
    "invalid",
    `Sie haben schon ${most} Listen, die nicht fertig sind. Bitte übernehmen oder verwerfen Sie zuerst eine davon.`,
  );
export const tooManyImportsOf = (most: number) =>
  say(
    "invalid",
    `Für diesen Kunden gibt es schon ${most} Listen, die nicht fertig sind. Bitte übernehmen oder verwerfen Sie zuerst eine davon.`,
  );
export const importErrors = (count: number) =>
  say(
    "invalid",
    count === 1 ? "Die Liste hat einen Fehler." : `Die Liste hat ${count.toLocaleString("de-DE")} Fehler.`,
  );
export const checkAgain = say("changed", "Inzwischen hat sich etwas geändert. Bitte prüfen Sie die Liste noch einmal.");
export const importOtherwise = (codes: readonly string[], count: number) =>
  say(
    "changed",
    `Seit der Prüfung geändert: ${boxesNamed(codes, count)}. Nichts wurde übernommen. Bitte sehen Sie sich die neue Vorschau an.`,
    codes[0],
  );
export const importNoMore = (sentence: string) =>
  say("changed", `Seit der Prüfung hat sich etwas geändert. ${sentence} Nichts wurde übernommen.`);
export const importWarnings = (count: number) =>
  say(
    "invalid",
    count === 1
      ? "Bitte bestätigen Sie die Warnung."
      : `Bitte bestätigen Sie die ${count.toLocaleString("de-DE")} Warnungen.`,
  );
export const unknownSheet = say(
  "invalid",
  "Dieses Tabellenblatt gibt es in der Datei nicht, oder es ist ausgeblendet.",
);
export const readOtherwise = say(
  "invalid",
  "Die Datei wird jetzt anders gelesen als damals. Bitte senden Sie sie noch einmal.",
);
export const importedBefore = (day: string) => say("exists", `Diese Datei wurde schon am ${day} übernommen.`);
export const importMovedOn = (codes: readonly string[], count: number) =>
  say("changed", `Inzwischen geändert: ${boxesNamed(codes, count)}. Nichts wurde zurückgenommen.`, codes[0]);
export const importCharged = (codes: readonly string[], count: number) =>
  say(
    "state",
    `Seit gestern oder länger im Regal, was berechnet wird: ${boxesNamed(codes, count)}. Nichts wurde zurückgenommen.`,
    codes[0],
  );
export const unknownClass = say("unknown_class", "Diese Aufbewahrungsklasse gibt es nicht.");
export const contentState = (state: string) => say("state", `Das geht nicht: Der Inhalt hat den Status „${state}“.`);
export const contentDeletion = say(
  "state",
  "Nur Inhalte, die in der Box sind oder nicht existieren, können gelöscht werden.",
);
export const destroyedNumbers = say("state", "Eine vernichtete Box bekommt keine Nummern mehr.");
export const destroyedContents = say(
  "state",
  "Die Box ist vernichtet: Ihre Inhalte können nicht mehr geändert werden.",
);
export const destroyedImages = say("state", "Die Box ist vernichtet: Ihre Bilder können nicht mehr geändert werden.");
export const futureDate = say("invalid", "Das Datum darf nicht in der Zukunft liegen.");
export const beforeBox = (created: string) => say("invalid", `Die Box gibt es erst seit dem ${created}.`);
export const notDestroyed = say("state", "Nur vernichtete Boxen haben ein Vernichtungsdatum.");
export const unknownContent = say("unknown_content", "Diesen Inhalt gibt es nicht.");
export const reasonMissing = say("invalid", "Bitte geben Sie einen Grund an.");
export const nothingToChange = say("invalid", "Bitte geben Sie an, was geändert werden soll.");
export const emptyRange = say("invalid", "Der Bereich ist leer: „von“ ist größer als „bis“.");
export const ticketEnded = say(
  "too_late",
  "Dieser Link gilt nicht mehr. Bitte lassen Sie sich noch einmal einen QR-Code zeigen.",
);
export const noPicture = say("invalid", "Nur Bilder vom Typ JPEG, PNG oder WebP.");
export const brokenPicture = say("invalid", "Das Bild kann nicht gelesen werden.");
export const largeProof = say("invalid", "Das Bild ist größer als 200 KB.");
export const hugePicture = say("invalid", "Das Bild hat mehr als 50 Megapixel.");
export const deleteOnlyCreated = say("state", "Nur Boxen mit dem Status „erstellt“ können gelöscht werden.");
export const areaHasRows = say("in_use", "Nur Bereiche ohne Reihen können gelöscht werden.");
export const rowHasBoxes = say("in_use", "Nur Reihen ohne Boxen können gelöscht werden.");
export const rowStays = say("in_use", "Nur Reihen ohne Boxen können in einen anderen Bereich.");
export const codeStays = say("in_use", "Der Code steht auf den Boxen: Nur ohne Boxen kann er geändert werden.");
export const customerHasBoxes = say("in_use", "Nur Kunden ohne Boxen können gelöscht werden.");
export const changedMeanwhile = (value: string) =>
  say("changed", `Inzwischen hat jemand anders das geändert: „${value}“.`);
export const lastStaff = say("last_staff", "Der letzte aktive Admin kann weder deaktiviert noch zurückgestuft werden.");
export const lastManager = say(
  "last_staff",
  "Jemand muss User verwalten: Das ist der letzte aktive Admin mit diesem Recht.",
);
export const managerOfNobody = say("invalid", "User verwalten kann nur ein Admin.");
export const unknownBox = say("unknown_box", "Diese Box gibt es nicht.");
export const rowSign = say("unknown_box", "Das ist das Schild einer Reihe, keine Box.");
export const unknownRow = say("unknown_row", "Diese Reihe gibt es nicht.");
export const unknownArea = say("unknown_area", "Diesen Bereich gibt es nicht.");
export const unknownCustomer = say("unknown_customer", "Diesen Kunden gibt es nicht.");
export const unknownCostCentre = (name: string) => say("invalid", `„${name}“ ist keine Kostenstelle dieses Kunden.`);
export const costCentreTwice = (name: string) =>
  say("exists", `Die Kostenstelle „${name}“ steht doppelt in der Liste.`);
export const unknownUser = say("unknown_user", "Diesen User gibt es nicht.");
export const unknownCustomerUser = say("unknown_user", "Diesen User des Kunden gibt es nicht.");
export const unknownOption = say("unknown_option", "Diese Lieferoption gibt es nicht.");
export const equalOption = (name: string, days: string, from: string, to: string) =>
  say("exists", `Diese Lieferoption hat der Kunde schon: „${name}“, ${days}, ${from} – ${to} Uhr.`);
export const noOptions = say(
  "no_options",
  "Für einen Kunden ohne Lieferoptionen kann keine Lieferung erstellt werden.",
);
export const emptyDelivery = say("invalid", "Bitte wählen Sie mindestens eine Box oder einen Inhalt aus.");
export const boxIs = (code: string, state: string) => say("state", `Box ${code} ist ${state}.`);
export const boxHasOrderedContent = (code: string) =>
  say("ordered", `Aus Box ${code} ist bereits ein einzelner Inhalt angefordert.`);
export const boxOrderedWhole = (code: string) => say("ordered", `Box ${code} wird schon als Ganzes angefordert.`);
export const boxInDelivery = (code: string, delivery: string) =>
  say("in_delivery", `Box ${code} steht schon in Lieferung ${delivery}.`);
export const contentInDelivery = (content: string, delivery: string) =>
  say("in_delivery", `„${content}“ steht schon in Lieferung ${delivery}.`);
export const contentIs = (content: string, state: string) => say("state", `„${content}“ hat den Status „${state}“.`);
export const dateTooEarly = (next: string) => say("delivery_day", `Der nächste mögliche Liefertermin ist der ${next}.`);
export const wrongWeekday = (days: string, next: string) =>
  say(
    "delivery_day",
    `Geliefert wird nur an diesen Tagen: ${days}. Der nächste mögliche Liefertermin ist der ${next}.`,
  );
export const closedThen = (day: string, name: string, next: string) =>
  say("delivery_day", `Am ${day} wird nicht geliefert: ${name}. Der nächste mögliche Liefertermin ist der ${next}.`);
export const dateTooFar = say("delivery_day", "Das Datum ist mehr als zwei Jahre von heute entfernt.");
export const pastDate = say("delivery_day", "Das Datum liegt in der Vergangenheit.");
export const returnWithoutOption = say("invalid", "Eine Rückgabe hat keine Lieferoption.");
export const deliveryState = (state: string) =>
  say("state", `Das geht nicht: Die Lieferung hat den Status „${state}“.`);
export const openLines = (count: number) =>
  say(
    "open_lines",
    count === 1
      ? "Eine Zeile ist weder kommissioniert noch als fehlend gemeldet."
      : `${count} Zeilen sind weder kommissioniert noch als fehlend gemeldet.`,
  );
export const openReturn = say(
  "open_lines",
  "Eine Rückgabe ist abgeschlossen, sobald alles zurückgekommen oder als fehlend gemeldet ist.",
);
export const unknownDelivery = say("unknown_delivery", "Diese Lieferung gibt es nicht.");
export const nothingPlanned = (day: string) => say("unknown_delivery", `Am ${day} ist keine Lieferung offen.`, day);
export const notInDelivery = (delivery: string) =>
  say("not_in_delivery", `Das steht nicht offen in Lieferung ${delivery}.`);
export const pickedAlready = (delivery: string) =>
  say("picked_already", `Das ist für Lieferung ${delivery} schon kommissioniert.`);
export const tooManyLabels = (most: number) =>
  say("invalid", `Mehr als ${most.toLocaleString("de-DE")} Etiketten auf einmal sind nicht möglich.`);
export const noBoxCode = (text: string) => say("invalid", `„${text}“ ist kein Boxcode.`);
export const undoTooLate = say("too_late", "Das lässt sich nur eine Minute lang rückgängig machen.");
export const movedOn = (code: string) =>
  say("changed", `Box ${code} wurde inzwischen geändert. Nichts wurde rückgängig gemacht.`, code);
export const nothingToUndo = say("invalid", "Es gibt nichts rückgängig zu machen.");
export const tooManyViews = (most: number) =>
  say("used_up", `Mehr als ${most} Ansichten können nicht gespeichert werden.`);
export const sheetTooLong = (most: number) =>
  say(
    "invalid",
    `Die Liste hat mehr als ${most.toLocaleString("de-DE")} Zeilen. Bitte grenzen Sie sie mit Filtern ein.`,
  );
export const noSuchBox = (code: string) => say("unknown_box", `Box ${code} gibt es nicht.`, code);
export const lostPicture = (code: string) =>
  say("lost_picture", `Zu Box ${code} fehlt eine Bilddatei. Das Archiv wurde nicht erstellt.`);
export const unconfirmed = say("unconfirmed", "Bitte bestätigen Sie zuerst mit Ihrem Passwort, dass Sie es sind.");
/** Message for a program that calls without encryption. */
export const onlyOverTls = (origin: string) => `Bitte nur über https: ${origin}`;
export const newDevice = say("state", "Das geht nur von einem Gerät, von dem Sie sich schon früher angemeldet haben.");
export const notManager = say("no_right", "Dafür brauchen Sie das Recht, User zu verwalten.");
export const login = say("login", "Login fehlgeschlagen.");
export const passwordFirst = say("password_first", "Bitte zuerst das Passwort ändern.");
export const passwordEnded = say(
  "password_ended",
  "Das Initialpasswort ist abgelaufen. Bitte lassen Sie es zurücksetzen.",
);
export const wrongPassword = say("wrong_password", "Das alte Passwort stimmt nicht.");
export const wrongOwnPassword = say("wrong_password", "Ihr eigenes Passwort stimmt nicht.");
export const weakPassword = {
  common: say("weak_password", "Dieses Passwort verwenden zu viele. Bitte wählen Sie ein anderes."),
  email: say("weak_password", "Das Passwort darf nicht die E-Mail Adresse oder ein Teil davon sein."),
  name: say("weak_password", "Das Passwort darf nicht der eigene Name sein."),
  provider: say("weak_password", "Das Passwort darf nicht der Name des Archivs sein."),
  title: say("weak_password", "Das Passwort darf nicht der Name dieses Programms sein."),
};
export const secondFactor = say("second_factor", "Bitte geben Sie den Code ein.");
export const secondFactorFirst = say("second_factor_first", "Bitte zuerst den zweiten Faktor einrichten.");
export const wrongCode = say("wrong_code", "Der Code stimmt nicht oder wurde schon benutzt.");
export const tooManyCodes = say("too_many_codes", "Zu viele falsche Codes. Bitte warten Sie eine Viertelstunde.");
export const factorOn = say("state", "Der zweite Faktor ist schon eingerichtet.");
export const factorOff = say("state", "Es ist kein zweiter Faktor eingerichtet.");
export const factorNotBegun = say("state", "Bitte beginnen Sie die Einrichtung von vorn.");
export const ownFactor = say("state", "Ihren eigenen zweiten Faktor schalten Sie unter „Mein Zugang“ aus.");
export const samePassword = say("invalid", "Das neue Passwort muss sich vom alten unterscheiden.");
export const emailTaken = say("exists", "Diese E-Mail Adresse ist bereits vergeben.");
export const wrongKey = say("invalid", "Der Schlüssel muss aus 1 bis 128 sichtbaren ASCII-Zeichen bestehen.");
export const keyRunning = say(
  "key_running",
  "Das wird gerade schon gespeichert. Bitte versuchen Sie es gleich noch einmal.",
);
export const keyReused = say(
  "key_reused",
  "Unter diesem Schlüssel wurde schon etwas anderes gesendet. Bitte laden Sie die Seite neu.",
);
export const scanNotUndone = say("state", "Dieser Scan lässt sich nicht zurücknehmen.");
export const nothingUndone = say("changed", "Die Box wurde seitdem geändert. Nichts wurde zurückgenommen.");
export const boxChanged = say("changed", "Die Box wurde inzwischen geändert.");
export const scanForgotten = say("too_late", "Dieser Scan wurde vor mehr als 400 Tagen schon beantwortet.");
export const sameBox = say("invalid", "Das ist zweimal dieselbe Box.");
export const noPlace = (code: string) => say("state", `Box ${code} hat keinen Platz.`, code);
export const sameRow = say("invalid", "Das ist zweimal dieselbe Reihe.");
export const emptyRow = say("state", "In dieser Reihe steht keine Box.");
export const otherCustomer = (code: string) =>
  say("invalid", `Der Boxcode beginnt nicht mit der Kundennummer ${code}.`);
export const notPicked = say("state", "Die Box ist noch nicht kommissioniert.");
export const notUnloaded = (count: number) =>
  say(
    "open_lines",
    count === 1
      ? "Eine Box ist weder abgeladen noch zurückgenommen."
      : `${count} Boxen sind weder abgeladen noch zurückgenommen.`,
  );
export const otherSignature = say("invalid", "Diese Unterschrift gehört zu einer anderen Lieferung.");
export const scanIdReused = say("id_reused", "Unter dieser Kennung wurde schon etwas anderes gesendet.");
export const customerCodesUsedUp = say("used_up", "Alle Kundennummern bis 9999 sind vergeben.");
