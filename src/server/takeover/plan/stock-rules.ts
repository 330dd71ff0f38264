import { maxBoxSize, maxRowNumber, nameLength } from "#contract/limits.ts";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { dayValue, textValue, numberValue } from "./answer-values.ts";
import { questionRule, mendedRule, takenRule, word } from "./rule.ts";

const dropBox = word("weglassen", "die Box wird nicht übernommen, auch nicht in ihren Lieferungen");
const inconsistent = word("inkonsistent", "die Box kommt ohne Platz und wird in der Halle gesucht");
const notStored = word("nicht eingelagert", "die Box gilt als außer Haus");
const stored = word("eingelagert", "die Box steht auf dem Platz, den das alte System nennt");
const freeNumber = numberValue(
  "eine freie Boxnummer",
  1,
  maxBoxNumber,
  "die Box bekommt diese Nummer ihres Kunden und ein neues Etikett",
);
const without = word("ohne", "die Box kommt ohne dieses Bild");

/** Rules about halls, rows, boxes and what is in them. */
export const stockRules = {
  "area-name-twice": questionRule(
    "Ein Name für zwei Bereiche",
    "Zwei Bereiche heißen gleich. Der ältere behält den Namen.",
    [],
    textValue("ein anderer Name", nameLength, "so heißt der Bereich"),
  ),
  "row-without-area": questionRule("Eine Reihe ohne Bereich", "Ihr Bereich ist im alten System nicht da.", [
    word("weglassen", "die Reihe wird nicht übernommen; nach ihren Boxen wird einzeln gefragt"),
  ]),
  "row-number-twice": questionRule(
    "Eine Nummer für zwei Reihen",
    "Zwei Reihen eines Bereichs haben dieselbe Nummer. Die ältere behält sie.",
    [],
    numberValue("eine freie Reihennummer", 1, maxRowNumber, "diese Nummer bekommt die Reihe"),
  ),
  "row-number-unreadable": questionRule(
    "Eine Reihe ohne Nummer",
    "Eine Reihe hat eine Nummer ab 1.",
    [],
    numberValue("eine freie Reihennummer", 1, maxRowNumber, "diese Nummer bekommt die Reihe"),
  ),
  "sign-unreadable": takenRule(
    "Schilder und Etiketten, die sich nicht lesen lassen",
    "Ein Scanner liest das alte Schild nicht, oder das Bild davon ist nicht da. In Magazin wird ein neues gedruckt.",
  ),
  "sign-twice": takenRule(
    "Schilder und Etiketten, die nicht eindeutig sind",
    "Was der Scanner liest, gehört zu einem anderen. Damit niemand falsch einlagert, gilt es in Magazin nicht, und ein neues wird gedruckt.",
  ),
  "code-twice": questionRule(
    "Ein Code auf zwei Boxen",
    "Zwei Boxen tragen denselben Code. Die ältere behält ihn. Soll ihn die jüngere behalten, dann bitte die ältere im alten System ändern und neu holen.",
    [dropBox],
    freeNumber,
  ),
  "code-of-another-customer": questionRule(
    "Ein Code mit der Nummer eines anderen Kunden",
    "Die ersten vier Ziffern eines Codes sind die Nummer des Kunden. Hier sind sie es nicht.",
    [
      word("Kunde", "die Box bleibt bei ihrem Kunden: Der Code bekommt dessen Nummer, die Box ein neues Etikett"),
      word("Code", "das Etikett gilt: Die Box gehört dem Kunden, dessen Nummer es trägt"),
      dropBox,
    ],
    freeNumber,
  ),
  "code-unreadable": questionRule(
    "Ein Code, der keiner ist",
    "Ein Code hat zehn Ziffern: vier des Kunden, sechs der Box, die bei 1 beginnen.",
    [dropBox],
    freeNumber,
  ),
  "box-without-customer": questionRule("Eine Box ohne Kunden", "Der Kunde der Box ist im alten System nicht da.", [
    word("Code", "die Box gehört dem Kunden, dessen Nummer ihr Code trägt"),
    dropBox,
  ]),
  "place-twice": questionRule(
    "Zwei Boxen auf einem Platz",
    "Auf einem Platz steht eine Box. Welche es ist, weiß nur, wer in der Halle nachsieht.",
    [
      word("diese", "diese Box steht dort, nach der anderen wird gesucht"),
      word("andere", "die andere Box steht dort, nach dieser wird gesucht"),
      word("keine", "nach beiden wird gesucht"),
    ],
  ),
  "place-without-row": questionRule(
    "Ein Platz, den es nicht gibt",
    "Die Reihe des Platzes ist nicht da, oder Teil und Höhe sind keine Zahlen ab 1.",
    [inconsistent, notStored],
  ),
  "stored-without-place": questionRule(
    "Eingelagert ohne Platz",
    "Eine eingelagerte Box steht auf einem Platz. Diese hat keinen.",
    [inconsistent, notStored],
  ),
  "not-stored-with-place": questionRule(
    "Nicht eingelagert, aber auf einem Platz",
    "Der Status sagt, dass die Box nicht im Regal steht, und doch hat sie einen Platz.",
    [stored, word("ohne Platz", "der Status gilt, der Platz wird frei")],
  ),
  "destroyed-with-place": mendedRule(
    "Vernichtet, aber auf einem Platz",
    "Eine vernichtete Box steht nirgends: Ihr Platz wird frei.",
    "Der alte Platz steht im geholten Ordner und in der Historie der Box.",
  ),
  inconsistent: takenRule(
    "Inkonsistente Boxen",
    "Sie bleiben inkonsistent. Magazin führt sie unter den Boxen, nach denen gesucht wird.",
  ),
  "inconsistent-with-place": mendedRule(
    "Inkonsistent, aber auf einem Platz",
    "Wo eine inkonsistente Box steht, ist nicht sicher: Ihr Platz wird frei, bis sie dort gescannt wird.",
    "Wer die Box auf ihrem alten Platz einlagert, hat den alten Stand. Der Platz steht im geholten Ordner und in der Historie.",
  ),
  "box-state-unknown": questionRule("Ein unbekannter Status einer Box", "Magazin kennt diesen Status nicht.", [
    stored,
    notStored,
    inconsistent,
    word("vernichtet", "die Box ist vernichtet"),
    dropBox,
  ]),
  "out-without-delivery": takenRule(
    "Außer Haus ohne Lieferung",
    "Keine Lieferung sagt, wohin diese Boxen gingen. Sie bleiben «nicht eingelagert» und werden eingelagert, wenn sie zurückkommen.",
  ),
  "ordered-without-delivery": questionRule(
    "Angefordert ohne Lieferung",
    "Keine offene Lieferung bringt diese Box. Niemand würde sie holen.",
    [stored, notStored, inconsistent],
  ),
  "box-size": questionRule(
    "Eine Box ohne Größe",
    "Die Größe ist eine Zahl von Millimetern ab 1.",
    [],
    numberValue("eine Breite in Millimetern wie 400", 1, maxBoxSize, "so breit ist die Box"),
  ),
  "year-unreadable": questionRule(
    "Ein Jahr, das keines ist",
    "Jahrgang und Vernichtungsjahr sind Zahlen mit vier Ziffern.",
    [word("leer", "die Box hat dieses Jahr nicht")],
    numberValue("ein Jahr wie 2015", 1000, 2999, "gilt statt dessen, was im alten System steht"),
  ),
  "destroyed-day-of-history": mendedRule(
    "Vernichtet ohne Datum, mit Eintrag der Historie",
    "Das Datum der Vernichtung ist der Tag des Eintrags «vernichtet» der Historie.",
    "Das Datum einer vernichteten Box lässt sich auf ihrer Seite ändern.",
  ),
  "destroyed-without-day": questionRule(
    "Vernichtet ohne Datum",
    "Wann die Box vernichtet wurde, steht nirgends.",
    [],
    dayValue,
  ),
  "destroyed-day-of-others": mendedRule(
    "Ein Datum der Vernichtung ohne Vernichtung",
    "Die Box ist nicht vernichtet: Das Datum fällt weg.",
    "Das Datum steht im geholten Ordner.",
  ),
  "content-state-unknown": questionRule("Ein unbekannter Status eines Inhalts", "Magazin kennt diesen Status nicht.", [
    word("in Box", "der Inhalt liegt in der Box"),
    word("nicht in der Box", "der Inhalt ist außer Haus"),
    word("existiert nicht", "den Inhalt gibt es nicht"),
  ]),
  "content-out-without-delivery": takenRule(
    "Inhalte, die ohne Lieferung draußen sind",
    "Keine Lieferung sagt, wohin diese Inhalte gingen. Sie bleiben «nicht in der Box» und werden zurückgelegt, wenn sie kommen.",
  ),
  "content-ordered-without-delivery": questionRule(
    "Angeforderte Inhalte ohne Lieferung",
    "Keine offene Lieferung bringt diesen Inhalt. Niemand würde ihn holen.",
    [
      word("in Box", "der Inhalt liegt in der Box"),
      word("nicht in der Box", "der Inhalt ist außer Haus"),
      word("existiert nicht", "den Inhalt gibt es nicht"),
    ],
  ),
  "picture-missing": questionRule("Bilder, die fehlen", "Unter der Adresse des Bildes ist nichts zu lesen.", [without]),
  "picture-none": questionRule(
    "Bilder, die keine sind",
    "Was unter der Adresse liegt, ist kein Bild, das Magazin zeigen kann.",
    [without],
  ),
  "picture-empty": questionRule("Leere Bilder", "In der Datei des Bildes ist nichts.", [without]),
} as const;
