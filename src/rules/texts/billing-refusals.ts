import { showDayAndTime } from "#rules/times.ts";
import { say } from "./refusal-texts.ts";

// Refusals that concern prices and charges.

export const priceListTaken = say("exists", "Eine Preisliste mit diesem Namen gibt es schon.");
export const priceListUsed = (customers: number) =>
  say("in_use", `Die Preisliste gilt noch für ${customers === 1 ? "einen Kunden" : `${customers} Kunden`}.`);
export const unknownPriceList = say("invalid", "Diese Preisliste gibt es nicht.");
export const wrongUnit = (units: string) => say("invalid", `Der Preis gilt je ${units}.`);
export const rateOfExempt = say("invalid", "Ohne Umsatzsteuer ist der Satz 0.");
export const noSuchPrice = say("invalid", "An diesem Tag beginnt kein Preis dieser Leistung.");
export const priceTooOld = say("invalid", "Preise gelten frühestens ab dem Vorjahr.");
export const entryNotTyped = say(
  "state",
  "Das hat das Programm aus dem Ablauf geschrieben. Löschen lässt sich nur, was von Hand eingetragen ist.",
);
export const entryBilled = say("state", "Das ist schon abgerechnet. Stornieren Sie zuerst die Rechnung.");
export const entryInFuture = say("invalid", "Der Tag liegt in der Zukunft.");

export const monthNotOver = say("state", "Der Monat ist noch nicht vorbei.");
export const monthNotBegun = say("state", "Der Monat hat noch nicht begonnen.");
/** Refusal for a customer who is billed for a quarter or a year at once. */
export const billedWith = (month: string) => say("state", `Dieser Kunde wird mit ${month} abgerechnet.`);
export const billedWithin = (number: string, period: string) =>
  say("exists", `Der Monat ist schon abgerechnet: ${number} gilt für ${period}.`);
export const creditLeft = (amount: string) =>
  say(
    "state",
    `Es bleibt ein Guthaben von ${amount}. Es wird mit der nächsten Rechnung verrechnet, die mehr beträgt. Kommt keine mehr, lässt es sich in der Vorschau auszahlen.`,
  );
export const noCredit = say("state", "Es bleibt kein Guthaben, das sich auszahlen ließe.");
export const zeroInvoice = say(
  "state",
  "Nichts davon kostet etwas. Rechnungen über 0,00 € stellt das Archiv nicht aus (Abrechnung → Unser Archiv).",
);
export const settledBy = (number: string) =>
  say("state", `Was diese Rechnung im Voraus berechnet, gleicht ${number} aus. Stornieren Sie zuerst diese.`);
export const billedAlready = (number: string) => say("exists", `Der Monat ist schon abgerechnet: ${number}.`);
export const nothingToBill = say("state", "In diesem Monat ist nichts abzurechnen.");
export const otherSum = (gross: string) =>
  say("changed", `Die Rechnung beträgt inzwischen ${gross}. Bitte sehen Sie sie noch einmal an.`);
/** Refusal that names what an invoice lacks, in the words of the rules of e-invoices. */
export const noInvoice = (problem: string) => say("state", problem);
export const nothingIssued = say("state", "In dieser Zeit ist keine Rechnung ausgestellt.");
export const accountantMissing = (names: readonly string[]) =>
  say("state", `Für DATEV fehlen Angaben des Archivs: ${names.join(", ")}.`);
export const accountMissing = (vats: readonly string[]) =>
  say("state", `Für DATEV fehlt in DATEV_REVENUE ein Erlöskonto für ${vats.join(", ")}.`);
export const mailWaits = say("state", "Sie wird gerade gesendet.");
export const mailOfCancelled = say("state", "Sie ist storniert.");
export const mailedAlready = say("state", "Sie ist schon versandt.");
export const noMailAgreed = say("state", "Es ist keine E-Mail-Adresse für Rechnungen vereinbart.");
export const cancelCancellation = say("state", "Eine Stornorechnung lässt sich nicht stornieren.");
export const cancelledAlready = (number: string) => say("state", `Die Rechnung ist schon storniert: ${number}.`);
export const debitedMeanwhile = (file: number, day: string) =>
  say(
    "changed",
    `Die Rechnung steht in der Datei ${file} mit Lastschriften und wird am ${day} eingezogen, auch wenn sie storniert ist. Bitte sehen Sie sie noch einmal an.`,
  );
export const unknownInvoices = (numbers: readonly string[]) => {
  const [first, ...more] = numbers.slice(0, 10);
  const others = numbers.length > 10 ? ` und ${numbers.length - 10} weitere` : "";
  return say("invalid", `Keine Rechnung hat diese Nummer: ${[first, ...more].join(", ")}${others}.`);
};
export const paidTwice = (number: string) =>
  say("invalid", `${number} steht mit zwei verschiedenen Tagen in der Liste.`);
export const otherNumber = say("invalid", "Das ist nicht die Nummer dieser Rechnung.");
export const notFirstOfMonth = say("invalid", "Bitte wählen Sie den Ersten eines Monats.");
export const agreedLater = (day: string) =>
  say("invalid", `Ab dem ${day} ist schon etwas vereinbart. Eine Änderung gilt frühestens ab dann.`);
export const openMonthsChange = (months: readonly string[]) =>
  say(
    "open_months",
    `Das ändert, was noch nicht abgerechnet ist: ${months.join("; ")}. Bitte bestätigen Sie, dass das so sein soll.`,
  );
export const priceOfBilled = (until: string) =>
  say("invalid", `Bis zum ${until} ist schon abgerechnet. Ein neuer Preis gilt frühestens ab dem Tag danach.`);

const oneLetterWrong = "Vermutlich ist eine Stelle falsch oder vertauscht.";
export const leitwegForm = say(
  "invalid",
  "Eine Leitweg-ID hat zwei oder drei Teile mit Bindestrich, am Ende zwei Prüfziffern, etwa 04011000-1234512345-06.",
);
export const leitwegCheck = say("invalid", `Die Prüfziffern der Leitweg-ID stimmen nicht. ${oneLetterWrong}`);
export const vatIdCountry = say("invalid", "Eine USt-IdNr. beginnt mit einem Land der EU, etwa DE.");
export const vatIdForm = (country: string) =>
  say(
    "invalid",
    country === "DE"
      ? "Eine deutsche USt-IdNr. hat nach DE neun Ziffern."
      : `So sieht keine USt-IdNr. aus, die mit ${country} beginnt.`,
  );
export const vatIdCheck = say("invalid", `Die Prüfziffer der USt-IdNr. stimmt nicht. ${oneLetterWrong}`);
export const ibanForm = say(
  "invalid",
  "Eine IBAN beginnt mit zwei Buchstaben und zwei Ziffern, etwa DE89 3704 0044 0532 0130 00.",
);
export const ibanLength = (country: string, length: number) =>
  say("invalid", `Eine IBAN mit ${country} hat ${length} Stellen.`);
export const ibanCheck = say("invalid", `Die Prüfziffern der IBAN stimmen nicht. ${oneLetterWrong}`);
export const debitCountry = say(
  "invalid",
  "Eingezogen wird nur von Konten im Europäischen Wirtschaftsraum: Von anderen geht es nicht ohne BIC und Anschrift.",
);
export const mandateForm = say(
  "invalid",
  "Eine Mandatsreferenz hat höchstens 35 Stellen: Buchstaben ohne Umlaut, Ziffern und + ? / - : ( ) . , '",
);
export const mandateIncomplete = say(
  "invalid",
  "Für Lastschriften gehören Mandatsreferenz, Tag der Unterschrift und IBAN zusammen.",
);
export const discountIncomplete = say("invalid", "Zu Skonto gehören Tage und Prozent.");
export const discountTooLong = say("invalid", "Die Skontofrist ist höchstens so lang wie das Zahlungsziel.");
export const discountOfDebit = say("invalid", "Bei Lastschrift gibt es kein Skonto: Eingezogen wird der ganze Betrag.");
export const mandateInFuture = say("invalid", "Der Tag der Unterschrift liegt in der Zukunft.");
export const creditorIdForm = say("invalid", "Eine Gläubiger-ID sieht so aus: DE98ZZZ09999999999.");
export const creditorIdCheck = say("invalid", `Die Prüfziffern der Gläubiger-ID stimmen nicht. ${oneLetterWrong}`);
export const nameWithoutLetters = (number: string, name: string) =>
  say(
    "state",
    `Die Rechnung ${number} ist an „${name}“ gestellt. Den Namen kann die Bank nicht lesen, denn er hat weder Buchstaben noch Ziffern. Stornieren Sie die Rechnung, ändern Sie den Namen in der Adresse des Kunden und rechnen Sie neu ab.`,
  );
export const nothingToCollect = say("state", "Bis zu diesem Tag ist keine Rechnung einzuziehen.");
export const noEmail = say("invalid", "Die elektronische Adresse ist keine E-Mail-Adresse.");

/** After a restore: which numbers were used since the backup (an instant) is for people to say. */
export const lastNumberWanted = (asked: {
  readonly series: string;
  readonly last: string | null;
  readonly taken: string;
}) =>
  say(
    "state",
    `Das Archiv wurde aus der Sicherung vom ${showDayAndTime(asked.taken)} wiederhergestellt. Bitte nennen Sie zuerst unter Abrechnung, Buchhaltung, die letzte Nummer, die seitdem das Haus verlassen hat (${asked.series}, zuletzt bekannt: ${asked.last ?? "keine"}).`,
  );
export const otherSeries = (example: string) =>
  say("invalid", `Das ist keine Nummer dieser Art. Gefragt ist eine wie ${example}.`);
export const manyNumbers = (count: string, last: string) =>
  say(
    "unlikely",
    `Das sind ${count} Nummern mehr als ${last}. Bitte sehen Sie noch einmal nach und bestätigen Sie die Nummer.`,
  );
export const numberNamed = say("state", "Diese Nummer ist schon genannt.");
