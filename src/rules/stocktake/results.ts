/**
 * Classes of results of counting a box. They are computed from what was expected when the row was begun, what was scanned, and what happened since.
 */
export const resultClasses = [
  "right",
  "other_place",
  "other_row",
  "missing",
  "away",
  "ordered",
  "destroyed",
  "unknown",
  "twice",
  "moved",
] as const;
export type ResultClass = (typeof resultClasses)[number];

/** German name of each class. */
export const resultClassText: Record<ResultClass, string> = {
  right: "richtig",
  other_place: "anderer Teil oder andere Höhe",
  other_row: "andere Reihe",
  missing: "fehlt",
  away: "sollte außer Haus sein",
  ordered: "angefordert oder kommissioniert",
  destroyed: "vernichtet",
  unknown: "unbekannter Code",
  twice: "zweimal gescannt",
  moved: "während der Zählung bewegt",
};

/** Effect of accepting a result of each class, as its button says it; null where there is nothing to accept. */
export const acceptText: Record<ResultClass, string | null> = {
  right: "Bestätigen",
  other_place: "An den gefundenen Platz umlagern",
  other_row: "An den gefundenen Platz umlagern",
  missing: "Als vermisst melden",
  away: "Zurücknehmen und einlagern",
  ordered: "An den gefundenen Platz stellen",
  destroyed: "Klärfall anlegen",
  unknown: "Klärfall anlegen",
  twice: "Klärfall anlegen",
  moved: null,
};
