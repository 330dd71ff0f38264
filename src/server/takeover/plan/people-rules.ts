import { maxOptionHours, nameLength } from "#contract/limits.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import {
  dayValue,
  emailValue,
  hoursValue,
  postcodeValue,
  priceValue,
  textValue,
  weekdaysValue,
  numberValue,
} from "./answer-values.ts";
import { questionRule, mendedRule, takenRule, word } from "./rule.ts";

const dropUser = word("weglassen", "der User wird nicht übernommen; in der Historie bleibt sein Name");
const dropOption = word("weglassen", "die Lieferoption wird nicht übernommen");
const dropDelivery = word("weglassen", "die Lieferung wird nicht übernommen");
const customerNumber = numberValue("eine freie Kundennummer", 0, maxCustomerCode, "diese Nummer bekommt der Kunde");
const withoutLine = word("ohne", "die Lieferung kommt ohne diese Zeilen");
const states = [
  word("abgeschlossen", "die Lieferung ist abgeschlossen"),
  word("storniert", "die Lieferung ist storniert"),
];

/** Rules about customers, users, delivery options, deliveries, times and texts. */
export const peopleRules = {
  "customer-code-twice": questionRule(
    "Eine Kundennummer zweimal",
    "Zwei Kunden haben dieselbe Nummer. Der ältere behält sie.",
    [],
    customerNumber,
  ),
  "customer-code-unreadable": questionRule(
    "Ein Kunde ohne Nummer",
    `Eine Kundennummer ist eine Zahl von 0 bis ${maxCustomerCode}.`,
    [],
    customerNumber,
  ),
  "postcode-of-germany": mendedRule(
    "«D-» vor der PLZ",
    "Vor den fünf Ziffern fällt «D-» weg.",
    "Wer «D-» vor die PLZ schreibt, hat den alten Stand.",
  ),
  "postcode-letters": questionRule(
    "Eine PLZ, die nicht aus fünf Ziffern besteht",
    "Eine PLZ hat fünf Ziffern.",
    [word("zum Ort", "sie steht vor dem Ort, und das Feld der PLZ bleibt leer")],
    postcodeValue,
  ),
  "staff-with-customer": mendedRule(
    "Mitarbeiter unter den Usern eines Kunden",
    "Mitarbeiter sehen alle Kunden: Die Zuordnung fällt weg.",
    "Wird aus dem Mitarbeiter ein Kunden-User, ordnet ihn die Seite des Kunden wieder zu.",
  ),
  "customer-user-gone": mendedRule(
    "Zugeordnete User, die es nicht gibt",
    "Wer nicht da ist, sieht nichts: Die Zuordnung fällt weg.",
    "Welche es waren, steht im geholten Ordner.",
  ),
  "user-without-customer": takenRule("User ohne Kunden", "Sie werden übernommen und sehen weiterhin keine Box."),
  "email-twice": questionRule(
    "Eine E-Mail-Adresse zweimal",
    "Adressen, die sich nur in Groß- und Kleinschreibung unterscheiden, sind dieselbe. Der ältere User behält sie.",
    [dropUser],
    emailValue,
  ),
  "email-invalid": questionRule(
    "Eine E-Mail-Adresse, die keine ist",
    "Mit der Adresse meldet sich ein User an.",
    [dropUser],
    emailValue,
  ),
  "email-missing": questionRule(
    "Ein User ohne E-Mail-Adresse",
    "Mit der Adresse meldet sich ein User an.",
    [dropUser],
    emailValue,
  ),
  "email-capitals": mendedRule(
    "Großbuchstaben in E-Mail-Adressen",
    "Adressen werden klein geschrieben. Anmelden kann man sich mit beiden Schreibweisen.",
    "Die alte Schreibweise steht im geholten Ordner.",
  ),
  "salutation-unknown": mendedRule(
    "Eine unbekannte Anrede",
    "Es gibt Herr, Frau und divers: Eine andere fällt weg.",
    "Welche es war, steht im geholten Ordner.",
  ),
  "option-without-days": questionRule(
    "Eine Lieferoption ohne Tage",
    "An welchen Tagen geliefert wird, steht nicht da.",
    [dropOption],
    weekdaysValue,
  ),
  "option-hours": questionRule(
    "Eine Lieferoption, die endet, bevor sie beginnt",
    "«von» liegt vor «bis».",
    [word("tauschen", "von und bis werden getauscht"), dropOption],
    hoursValue,
  ),
  "option-number": questionRule(
    "Stunden, die keine Zahl sind",
    "Vorlauf und Zeitfenster einer Lieferoption sind ganze Stunden ab 0.",
    [dropOption],
    numberValue("Stunden wie 4", 0, maxOptionHours, "gelten statt dessen, was im alten System steht"),
  ),
  "price-decimals": questionRule(
    "Ein Preis mit drei Nachkommastellen",
    "Magazin rechnet Preise in ganzen Cent.",
    [word("runden", "kaufmännisch auf Cent")],
    priceValue,
  ),
  "price-unreadable": questionRule("Ein Preis, der keiner ist", "Ein Preis ist ein Betrag ab 0 €.", [], priceValue),
  "delivery-code": questionRule(
    "Eine Lieferung ohne eigene Nummer",
    "Die Nummer fehlt, oder eine ältere Lieferung hat sie schon.",
    [dropDelivery],
    numberValue("eine freie Liefernummer", 1, 999_999_999, "diese Nummer bekommt die Lieferung"),
  ),
  "delivery-without-customer": questionRule(
    "Eine Lieferung ohne Kunden",
    "Der Kunde der Lieferung ist im alten System nicht da.",
    [dropDelivery],
  ),
  "delivery-of-others": questionRule(
    "Eine Lieferung mit Boxen eines anderen Kunden",
    "Eine Lieferung bringt Boxen und Inhalte ihres Kunden.",
    [withoutLine, dropDelivery],
  ),
  "delivery-line-gone": questionRule(
    "Eine Lieferung mit Boxen, die es nicht gibt",
    "Eine Box oder ein Inhalt der Lieferung ist im alten System nicht da.",
    [withoutLine, dropDelivery],
  ),
  "delivery-content-deleted": mendedRule(
    "Lieferungen von Inhalten, die gelöscht sind",
    "Die Zeile hat keinen Inhalt mehr und fällt weg.",
    "Der Text der Zeile steht im geholten Ordner.",
  ),
  "promised-twice": questionRule(
    "Eine Box in zwei offenen Lieferungen",
    "Eine Box kann nur eine Lieferung bringen. Die ältere behält sie.",
    [withoutLine, dropDelivery],
  ),
  "delivery-kind-unknown": questionRule("Eine unbekannte Art einer Lieferung", "Es gibt «Kunden» und «Zurück».", [
    word("Kunden", "die Lieferung ging zum Kunden"),
    word("Zurück", "die Lieferung kam vom Kunden zurück"),
    dropDelivery,
  ]),
  "delivery-state-unknown": questionRule(
    "Ein unbekannter Status einer Lieferung",
    "Magazin kennt diesen Status nicht.",
    [word("offen", "die Lieferung ist offen"), ...states, dropDelivery],
  ),
  "return-canceled": questionRule("Eine stornierte Rückgabe", "Eine Rückgabe kann nicht storniert werden.", [
    word("abgeschlossen", "die Rückgabe ist abgeschlossen"),
    dropDelivery,
  ]),
  "date-old": takenRule("Zeiten vor 1990", "Sie bleiben, wie sie sind. Meist sind es Vorgaben eines alten Programms."),
  "date-future": questionRule(
    "Zeiten in der Zukunft",
    "Sie liegen nach dem Tag, an dem geholt wurde.",
    [word("so lassen", "die Zeit bleibt, wie sie ist")],
    dayValue,
  ),
  "date-without-zone": questionRule(
    "Zeiten ohne Zeitzone",
    "Ob deutsche Zeit oder Weltzeit gemeint ist, steht nicht da. Es macht ein oder zwei Stunden aus.",
    [
      word("deutsche Zeit", "die Uhr in Berlin zeigte es so"),
      word("Weltzeit", "die Uhr in Greenwich zeigte es so, im Sommer zwei Stunden vor unserer"),
    ],
  ),
  "date-unreadable": questionRule("Zeiten, die fehlen oder keine sind", "Hier muss eine Zeit stehen.", [], dayValue),
  "history-order": mendedRule(
    "Eine Historie, die nicht nach der Zeit geordnet ist",
    "Einträge werden nach ihrer Zeit geordnet.",
    "Die alte Reihenfolge ist die der Nummern der Einträge, die erhalten bleiben.",
  ),
  "history-kind-unknown": takenRule(
    "Unbekannte Ereignisse der Historie",
    "Sie werden mit ihrem Text übernommen und so gezeigt.",
  ),
  "history-kind-unreadable": questionRule(
    "Einträge der Historie ohne Ereignis",
    "Was geschehen ist, sagt das alte System nicht.",
    [word("weglassen", "der Eintrag wird nicht übernommen")],
  ),
  "history-without-user": takenRule(
    "Einträge der Historie ohne Namen",
    "Das alte System nennt niemanden: Der Eintrag kommt ohne Namen.",
  ),
  "history-user-gone": takenRule(
    "Einträge von Usern, die es nicht mehr gibt",
    "Der Name bleibt am Eintrag stehen, auch ohne User.",
  ),
  "history-user-twice": takenRule(
    "Einträge unter einem Namen, den zwei User haben",
    "Welcher von beiden es war, sagt das alte System nicht. Der Name bleibt am Eintrag stehen.",
  ),
  "text-signs": mendedRule(
    "Unsichtbare Steuerzeichen in Texten",
    "Zeichen, die weder Papier noch Bildschirm zeigen, fallen weg.",
    "Der Text mit ihnen steht im geholten Ordner.",
  ),
  "text-missing": questionRule(
    "Ein Text, der fehlt",
    "Hier muss etwas stehen.",
    [],
    textValue("ein Text", nameLength, "steht dann da"),
  ),
  "text-too-long": questionRule("Ein Text, der zu lang ist", "Namen haben bis zu 200 Zeichen, Texte bis zu 4.000.", [
    word("kürzen", "das Ende fällt weg"),
  ]),
  "object-unread": questionRule(
    "Was sich nicht lesen ließ",
    "Das alte System hat statt des Eintrags einen Fehler geantwortet. Vielleicht hilft es, noch einmal zu holen.",
    [word("weglassen", "der Eintrag wird nicht übernommen")],
  ),
} as const;
