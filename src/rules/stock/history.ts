import { berlinDay, showDate } from "#rules/dates.ts";
import { blankedSentence, contentText } from "#rules/texts/blanked.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { periodOf, showBoxPeriod } from "#rules/stock/period.ts";
import { showStocktake } from "#rules/stocktake/stocktake-state.ts";

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
  holdChanged: 26,
  proposed: 27,
  decided: 28,
  confirmed: 29,
  shredded: 30,
  storingUndone: 31,
  loaded: 32,
  unloaded: 33,
  retentionChanged: 34,
  foreignNumberChanged: 35,
  verified: 36,
  blanked: 37,
  costCentreChanged: 42,
  periodChanged: 43,
  takenOver: 44,
} as const;
export type HistoryKind = (typeof HistoryKind)[keyof typeof HistoryKind];

/** Details that an entry carries besides its kind; the keys depend on the kind. */
export interface HistoryMeta {
  readonly area?: string | undefined;
  readonly row?: number | undefined;
  readonly part?: number | undefined;
  readonly height?: number | undefined;
  readonly from?: string | number | null | undefined;
  readonly to?: string | number | null | undefined;
  readonly delivery?: number | undefined;
  readonly content?: string | undefined;
  /** The destruction batch, and by which class and level it destroys. */
  readonly batch?: number | undefined;
  readonly class?: number | undefined;
  readonly level?: string | undefined;
  /** The number of the stocktake that confirmed or moved it. */
  readonly stocktake?: number | undefined;
  /** The number of the import that did it. */
  readonly import?: number | undefined;
  /** Number of contents that the box had when their texts were blanked. */
  readonly contents?: number | undefined;
  /** The box went to another customer, or came from one; for staff `box` is the id of the other customer's box. */
  readonly owner_change?: true | undefined;
  readonly box?: number | undefined;
  /** From where the box and its earlier entries were taken over, as they were at which instant, and the digest of what was fetched. */
  readonly address?: string | undefined;
  readonly completed?: string | undefined;
  readonly digest?: string | undefined;
}

/** Name that a customer user sees as the author of an entry (product 4). */
export const archiveAuthor = "Archiv";

const placeOf = (meta: HistoryMeta) =>
  meta.row === undefined ? "" : `: ${meta.area}, Reihe ${meta.row}, Teil ${meta.part}, Höhe ${meta.height}`;
const inDelivery = (meta: HistoryMeta) =>
  meta.delivery === undefined ? "" : ` (Lieferung ${showDeliveryCode(meta.delivery)})`;
const what = (meta: HistoryMeta) => (meta.content === undefined ? "Box" : `Inhalt „${meta.content}“`);
const reason = (text: string | null) => (text ? `: ${text}` : "");
const day = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "keins" : showDate(String(value));
const why = (text: string | null) => (text ? ` (${text})` : "");
const until = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "offen" : `bis ${showDate(String(value))}`;
const inBatch = ({ batch }: HistoryMeta) => (batch === undefined ? "" : showBatch(batch));
const norm = (meta: HistoryMeta) =>
  meta.batch === undefined ? "" : ` (${showBatch(meta.batch)}, Schutzklasse ${meta.class}, ${meta.level})`;
const byImport = (meta: HistoryMeta) => (meta.import === undefined ? "" : " (Import)");
const byStocktake = (meta: HistoryMeta) => (meta.stocktake === undefined ? "" : ` (${showStocktake(meta.stocktake)})`);
const period = (value: string | number | null | undefined) =>
  showBoxPeriod(periodOf(value ? String(value) : null)) || "keine";
const orNone = (value: string | number | null | undefined) => value ?? "keins";

const sentences: Record<HistoryKind, (meta: HistoryMeta, text: string | null) => string> = {
  [HistoryKind.created]: (meta) =>
    meta.owner_change ? "Box von einem anderen Kunden übernommen" : `Box erstellt${byImport(meta)}`,
  [HistoryKind.moved]: (meta) =>
    `${meta.delivery === undefined ? "Eingelagert" : "Zurück ins Regal"}${placeOf(meta)}${inDelivery(meta)}${byImport(meta)}${byStocktake(meta)}`,
  [HistoryKind.ordered]: (meta) => `${what(meta)} angefordert${inDelivery(meta)}`,
  [HistoryKind.outsourced]: (meta, text) =>
    meta.owner_change ? "An einen anderen Kunden übergeben" : `Ausgelagert${inDelivery(meta)}${reason(text)}`,
  [HistoryKind.retour]: (meta) => (meta.owner_change ? "Vom anderen Kunden zurückgegeben" : "Box zurückgekommen"),
  [HistoryKind.inconsistent]: (_meta, text) => `Als inkonsistent gemeldet${reason(text)}`,
  [HistoryKind.destroyed]: (meta, text) => `Box vernichtet${norm(meta)}${reason(text)}`,
  [HistoryKind.reactivated]: () => "Box reaktiviert",
  [HistoryKind.marked]: () => "Zur Vernichtung markiert",
  [HistoryKind.markReset]: () => "Markierung zur Vernichtung aufgehoben",
  [HistoryKind.yearChanged]: (meta) => `Jahrgang geändert: ${orNone(meta.from)} → ${orNone(meta.to)}${byImport(meta)}`,
  [HistoryKind.yearReset]: (meta) => `Jahrgang zurückgesetzt (war ${orNone(meta.from)})`,
  [HistoryKind.destroyYearChanged]: (meta) =>
    `Vernichtungsjahr geändert: ${orNone(meta.from)} → ${orNone(meta.to)}${byImport(meta)}`,
  [HistoryKind.destroyYearReset]: (meta) => `Vernichtungsjahr zurückgesetzt (war ${orNone(meta.from)})`,
  [HistoryKind.firstDeliveryChanged]: (meta) => `Erste Lieferung geändert: ${day(meta.from)} → ${day(meta.to)}`,
  [HistoryKind.firstDeliveryReset]: (meta) => `Erste Lieferung zurückgesetzt (war ${day(meta.from)})`,
  [HistoryKind.sizeChanged]: (meta) => `Größe geändert: ${meta.from} mm → ${meta.to} mm${byImport(meta)}`,
  [HistoryKind.boxPicked]: (meta) => `Box kommissioniert${inDelivery(meta)}`,
  [HistoryKind.contentPicked]: (meta) => `${what(meta)} entnommen${inDelivery(meta)}`,
  [HistoryKind.contentPutIn]: (meta) => `${what(meta)} zurückgelegt`,
  [HistoryKind.contentMissing]: (meta, text) => `${what(meta)} existiert nicht${reason(text)}`,
  [HistoryKind.orderCancelled]: (meta) => `Anforderung storniert: ${what(meta)}${inDelivery(meta)}`,
  [HistoryKind.returnAnnounced]: (meta) => `Rückgabe angekündigt: ${what(meta)}${inDelivery(meta)}`,
  [HistoryKind.contentChanged]: (meta) => contentSentence(meta),
  [HistoryKind.destructionDateChanged]: (meta) => `Vernichtungsdatum geändert: ${day(meta.from)} → ${day(meta.to)}`,
  [HistoryKind.imageChanged]: (meta) => (meta.to ? "Bild hinzugefügt" : "Bild gelöscht"),
  [HistoryKind.holdChanged]: (meta, text) =>
    meta.to ? `Sperre gesetzt: ${meta.to}` : `Sperre aufgehoben: ${meta.from}${why(text)}`,
  [HistoryKind.proposed]: (meta) => `Zur Vernichtung vorgelegt (${inBatch(meta)})`,
  [HistoryKind.decided]: (meta, text) =>
    `Vernichtung ${meta.to === "approved" ? "freigegeben" : "abgelehnt"} (${inBatch(meta)})${reason(text)}`,
  [HistoryKind.confirmed]: (meta) => `Vernichtung bestätigt (${inBatch(meta)})`,
  [HistoryKind.shredded]: (meta) => `Am Schredder gescannt (${inBatch(meta)})`,
  [HistoryKind.storingUndone]: (meta) => `Einlagern zurückgenommen${placeOf(meta)}`,
  [HistoryKind.loaded]: (meta) => `Verladen${inDelivery(meta)}`,
  [HistoryKind.unloaded]: (meta) =>
    `${meta.to === "back" ? "Nicht übergeben, wieder im Fahrzeug" : "Beim Kunden abgeladen"}${inDelivery(meta)}`,
  [HistoryKind.retentionChanged]: (meta, text) => `Aufbewahrung: ${until(meta.from)} → ${until(meta.to)}${why(text)}`,
  [HistoryKind.foreignNumberChanged]: (meta) =>
    `Fremdnummer geändert: ${orNone(meta.from)} → ${orNone(meta.to)}${byImport(meta)}`,
  [HistoryKind.verified]: (meta) => `Bestätigt${placeOf(meta)}${byStocktake(meta)}`,
  [HistoryKind.blanked]: () => "Texte nach Vernichtung gelöscht",
  [HistoryKind.costCentreChanged]: (meta) =>
    `Kostenstelle geändert: ${meta.from || "keine"} → ${meta.to || "keine"}${byImport(meta)}`,
  [HistoryKind.periodChanged]: (meta) =>
    `Laufzeit geändert: ${period(meta.from)} → ${period(meta.to)}${byImport(meta)}`,
  [HistoryKind.takenOver]: ({ address = "", completed, digest = "" }) =>
    `Übernommen aus ${address}, Stand ${completed ? showDate(berlinDay(new Date(completed))) : "unbekannt"}, Prüfsumme ${digest.slice(0, 12)}`,
};

function contentSentence(meta: HistoryMeta): string {
  const { from, to } = meta;
  if (from === null || from === undefined) return `Inhalt hinzugefügt: „${to}“${byImport(meta)}`;
  if (to === null || to === undefined) return `Inhalt gelöscht: „${contentText(String(from))}“`;
  return `Inhalt geändert: „${contentText(String(from))}“ → „${to}“`;
}

/**
 * A history entry as a German sentence, from its kind and meta; a kind that this version does not know
 * shows its text (product 4), one that was blanked when that was.
 */
export function historySentence(
  kind: number,
  meta: HistoryMeta | null,
  text: string | null,
  blanked: string | null = null,
): string {
  if (blanked !== null) return blankedSentence(blanked);
  const sentence = sentences[kind as HistoryKind];
  return sentence ? sentence(meta ?? {}, text) : (text ?? `Ereignis ${kind}`);
}
