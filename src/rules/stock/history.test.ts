import { describe, expect, test } from "vitest";
import { HistoryKind, type HistoryMeta, historySentence } from "./history.ts";

const place = { area: "Halle 1", row: 3, part: 2, height: 1 };

const shown: [HistoryKind, HistoryMeta | null, string | null, string][] = [
  [0, null, null, "Box erstellt"],
  [1, place, null, "Eingelagert: Halle 1, Reihe 3, Teil 2, Höhe 1"],
  [2, { delivery: 123 }, null, "Box angefordert (Lieferung 000123)"],
  [3, { delivery: 123 }, null, "Ausgelagert (Lieferung 000123)"],
  [4, null, null, "Box zurückgekommen"],
  [5, null, "Deckel fehlt", "Als inkonsistent gemeldet: Deckel fehlt"],
  [6, null, null, "Box vernichtet"],
  [7, null, null, "Box reaktiviert"],
  [8, null, null, "Zur Vernichtung markiert"],
  [9, null, null, "Markierung zur Vernichtung aufgehoben"],
  [10, { from: null, to: 2019 }, null, "Jahrgang geändert: keins → 2019"],
  [11, { from: 2019 }, null, "Jahrgang zurückgesetzt (war 2019)"],
  [12, { from: 2029, to: 2030 }, null, "Vernichtungsjahr geändert: 2029 → 2030"],
  [13, { from: 2030 }, null, "Vernichtungsjahr zurückgesetzt (war 2030)"],
  [14, { from: null, to: "2026-12-24" }, null, "Erste Lieferung geändert: keins → 24.12.2026"],
  [15, { from: "2026-12-24" }, null, "Erste Lieferung zurückgesetzt (war 24.12.2026)"],
  [16, { from: 400, to: 330 }, null, "Größe geändert: 400 mm → 330 mm"],
  [17, { delivery: 1 }, null, "Box kommissioniert (Lieferung 000001)"],
  [18, { delivery: 1, content: "Akte A" }, null, "Inhalt „Akte A“ entnommen (Lieferung 000001)"],
  [19, { content: "Akte A" }, null, "Inhalt „Akte A“ zurückgelegt"],
  [20, { content: "Akte A" }, "nie gesehen", "Inhalt „Akte A“ existiert nicht: nie gesehen"],
  [21, { delivery: 1 }, null, "Anforderung storniert: Box (Lieferung 000001)"],
  [22, { content: "Akte A" }, null, "Rückgabe angekündigt: Inhalt „Akte A“"],
  [23, { from: null, to: "Akte A" }, null, "Inhalt hinzugefügt: „Akte A“"],
  [24, { from: "2026-01-01", to: "2026-02-01" }, null, "Vernichtungsdatum geändert: 01.01.2026 → 01.02.2026"],
  [25, { to: "Bild" }, null, "Bild hinzugefügt"],
  [26, { from: null, to: "Betriebsprüfung 2026, AZ 12" }, null, "Sperre gesetzt: Betriebsprüfung 2026, AZ 12"],
  [27, { batch: 12 }, null, "Zur Vernichtung vorgelegt (V-000012)"],
  [28, { batch: 12, to: "approved" }, null, "Vernichtung freigegeben (V-000012)"],
  [29, { batch: 12 }, null, "Vernichtung bestätigt (V-000012)"],
  [30, { batch: 12 }, null, "Am Schredder gescannt (V-000012)"],
  [31, place, null, "Einlagern zurückgenommen: Halle 1, Reihe 3, Teil 2, Höhe 1"],
  [32, { delivery: 1 }, null, "Verladen (Lieferung 000001)"],
  [33, { delivery: 1, to: "back" }, null, "Nicht übergeben, wieder im Fahrzeug (Lieferung 000001)"],
  [34, { from: null, to: "2025-12-31" }, "Belege", "Aufbewahrung: offen → bis 31.12.2025 (Belege)"],
  [35, { from: null, to: "K 7", import: 1 }, null, "Fremdnummer geändert: keins → K 7 (Import)"],
  [36, { ...place, stocktake: 12 }, null, "Bestätigt: Halle 1, Reihe 3, Teil 2, Höhe 1 (I-000012)"],
  [37, { contents: 2 }, null, "Texte nach Vernichtung gelöscht"],
  [42, { from: "", to: "4711", import: 1 }, "4711", "Kostenstelle geändert: keine → 4711 (Import)"],
  [43, { from: null, to: "2015/2019-03-31", import: 1 }, null, "Laufzeit geändert: keine → 2015–31.03.2019 (Import)"],
  [
    44,
    { address: "https://alt.example/", completed: "2026-11-27T23:30:00Z", digest: "0123456789abcdef" },
    null,
    "Übernommen aus https://alt.example/, Stand 28.11.2026, Prüfsumme 0123456789ab",
  ],
];

describe("a history entry", () => {
  test.each(shown)("of kind %i with %j and %j reads %j", (kind, meta, text, sentence) => {
    expect(historySentence(kind, meta, text)).toBe(sentence);
  });

  test("says why something was released or destroyed", () => {
    expect(historySentence(26, { from: "Prozess Meier", to: null }, "Urteil vom 5. Mai")).toBe(
      "Sperre aufgehoben: Prozess Meier (Urteil vom 5. Mai)",
    );
    expect(historySentence(28, { batch: 12, to: "rejected" }, "Noch gebraucht")).toBe(
      "Vernichtung abgelehnt (V-000012): Noch gebraucht",
    );
    expect(historySentence(6, { batch: 12, class: 2, level: "P-4" }, null)).toBe(
      "Box vernichtet (V-000012, Schutzklasse 2, P-4)",
    );
    expect(historySentence(6, null, "Mandant verzichtet")).toBe("Box vernichtet: Mandant verzichtet");
  });

  test("that was blanked says when, and nothing of what it was", () => {
    for (const kind of Object.values(HistoryKind))
      expect(historySentence(kind, null, null, "2030-12-23T23:30:00.000Z")).toBe(
        "Text nach Vernichtung gelöscht am 24.12.2030",
      );
    expect(historySentence(23, { from: "", to: null }, null)).toBe("Inhalt gelöscht: „Text nach Vernichtung gelöscht“");
  });

  test("of every kind has a sentence", () => {
    expect(shown.map(([kind]) => kind)).toEqual(Object.values(HistoryKind));
  });

  test("of a period that is gone says what it was", () => {
    expect(historySentence(43, { from: "2015/", to: null }, null)).toBe("Laufzeit geändert: ab 2015 → keine");
  });

  test("names old and new text of a content, and what is gone", () => {
    expect(historySentence(23, { from: "Alt", to: "Neu" }, null)).toBe("Inhalt geändert: „Alt“ → „Neu“");
    expect(historySentence(23, { from: "Alt", to: null }, null)).toBe("Inhalt gelöscht: „Alt“");
    expect(historySentence(1, { ...place, delivery: 1 }, null)).toBe(
      "Zurück ins Regal: Halle 1, Reihe 3, Teil 2, Höhe 1 (Lieferung 000001)",
    );
    expect(historySentence(33, { delivery: 1, to: "delivered" }, null)).toBe(
      "Beim Kunden abgeladen (Lieferung 000001)",
    );
    expect(historySentence(25, { from: "Bild" }, null)).toBe("Bild gelöscht");
  });

  test("shows a customer user, who gets no place, only that the box was stored", () => {
    expect(historySentence(1, null, null)).toBe("Eingelagert");
  });

  test("of a kind that this version does not know shows its text", () => {
    expect(historySentence(77, null, "Ganz neu")).toBe("Ganz neu");
    expect(historySentence(77, null, null)).toBe("Ereignis 77");
  });
});
