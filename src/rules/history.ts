import { showDate } from "./dates.ts";
import { showDeliveryCode } from "./delivery-state.ts";

/** The kinds of history entries: 0 to 4 and 6 to 20 of specification 4, the others of product 4. */
export const HistoryKind = {
  created: 0,
  moved: 1,
  ordered: 2,
  outsourced: 3,
  retour: 4,
  inconsistent: 5,
  destroyed: 6,
  reactivated: 7,
  marked: 8,
  markReset: 9,
  yearChanged: 10,
  yearReset: 11,
  destroyYearChanged: 12,
  destroyYearReset: 13,
  firstDeliveryChanged: 14,
  firstDeliveryReset: 15,
  sizeChanged: 16,
  boxPicked: 17,
  contentPicked: 18,
  contentPutIn: 19,
  contentMissing: 20,
  orderCancelled: 21,
  returnAnnounced: 22,
  contentChanged: 23,
  destructionDateChanged: 24,
  imageChanged: 25,
  storingUndone: 31,
} as const;
export type HistoryKind = (typeof HistoryKind)[keyof typeof HistoryKind];

/** What an entry carries beside its kind; which keys are there depends on the kind. */
export interface HistoryMeta {
  readonly area?: string | undefined;
  readonly row?: number | undefined;
  readonly part?: number | undefined;
  readonly height?: number | undefined;
  readonly from?: string | number | null | undefined;
  readonly to?: string | number | null | undefined;
  readonly delivery?: number | undefined;
  readonly content?: string | undefined;
}

/** Who shows as the author of an entry to a customer user (product 4). */
export const archiveAuthor = "Archiv";

const placeOf = (meta: HistoryMeta) =>
  meta.row === undefined ? "" : `: ${meta.area}, Reihe ${meta.row}, Teil ${meta.part}, Höhe ${meta.height}`;
const inDelivery = (meta: HistoryMeta) =>
  meta.delivery === undefined ? "" : ` (Lieferung ${showDeliveryCode(meta.delivery)})`;
const what = (meta: HistoryMeta) => (meta.content === undefined ? "Box" : `Inhalt „${meta.content}“`);
const reason = (text: string | null) => (text ? `: ${text}` : "");
const day = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "keins" : showDate(String(value));
const orNone = (value: string | number | null | undefined) => value ?? "keins";

const sentences: Record<HistoryKind, (meta: HistoryMeta, text: string | null) => string> = {
  0: () => "Box erstellt",
  1: (meta) => `Eingelagert${placeOf(meta)}`,
  2: (meta) => `${what(meta)} angefordert${inDelivery(meta)}`,
  3: (meta, text) => `Ausgelagert${inDelivery(meta)}${reason(text)}`,
  4: () => "Box zurückgekommen",
  5: (_meta, text) => `Als inkonsistent gemeldet${reason(text)}`,
  6: () => "Box vernichtet",
  7: () => "Box reaktiviert",
  8: () => "Zur Vernichtung markiert",
  9: () => "Markierung zur Vernichtung aufgehoben",
  10: (meta) => `Jahrgang geändert: ${orNone(meta.from)} → ${orNone(meta.to)}`,
  11: (meta) => `Jahrgang zurückgesetzt (war ${orNone(meta.from)})`,
  12: (meta) => `Vernichtungsjahr geändert: ${orNone(meta.from)} → ${orNone(meta.to)}`,
  13: (meta) => `Vernichtungsjahr zurückgesetzt (war ${orNone(meta.from)})`,
  14: (meta) => `Erste Lieferung geändert: ${day(meta.from)} → ${day(meta.to)}`,
  15: (meta) => `Erste Lieferung zurückgesetzt (war ${day(meta.from)})`,
  16: (meta) => `Größe geändert: ${meta.from} mm → ${meta.to} mm`,
  17: (meta) => `Box kommissioniert${inDelivery(meta)}`,
  18: (meta) => `${what(meta)} entnommen${inDelivery(meta)}`,
  19: (meta) => `${what(meta)} zurückgelegt`,
  20: (meta, text) => `${what(meta)} existiert nicht${reason(text)}`,
  21: (meta) => `Anforderung storniert: ${what(meta)}${inDelivery(meta)}`,
  22: (meta) => `Rückgabe angekündigt: ${what(meta)}${inDelivery(meta)}`,
  23: (meta) => contentSentence(meta),
  24: (meta) => `Vernichtungsdatum geändert: ${day(meta.from)} → ${day(meta.to)}`,
  25: (meta) => (meta.to ? "Bild hinzugefügt" : "Bild gelöscht"),
  31: (meta) => `Einlagern zurückgenommen${placeOf(meta)}`,
};

function contentSentence({ from, to }: HistoryMeta): string {
  if (!from) return `Inhalt hinzugefügt: „${to}“`;
  if (!to) return `Inhalt gelöscht: „${from}“`;
  return `Inhalt geändert: „${from}“ → „${to}“`;
}

/**
 * A history entry as a German sentence, from its kind and meta; a kind that this version does not know
 * shows its text (product 4).
 */
export function historySentence(kind: number, meta: HistoryMeta | null, text: string | null): string {
  const sentence = sentences[kind as HistoryKind];
  return sentence ? sentence(meta ?? {}, text) : (text ?? `Ereignis ${kind}`);
}
