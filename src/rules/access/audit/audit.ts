import { showBoxes, showThings } from "#rules/amounts.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";
import { addDays, isDay, showDate } from "#rules/dates.ts";

/** Kinds of events that the audit trail keeps (decision 35): who came in, who may do what, who read what. */
export const AuditKind = {
  signedIn: 1,
  signInFailed: 2,
  signedOut: 3,
  sessionsEnded: 4,
  signedInByCompany: 5,
  identityAdded: 6,
  identityRemoved: 7,
  passwordChanged: 10,
  passwordReset: 11,
  ownPasswordWrong: 12,
  tokenCreated: 13,
  tokenEnded: 14,
  tokenRefused: 15,
  userCreated: 20,
  rightsChanged: 21,
  emailChanged: 22,
  procedureAsked: 23,
  procedureAgreed: 24,
  procedureWithdrawn: 25,
  userForgotten: 26,
  closingDayAdded: 27,
  closingDayRemoved: 28,
  colleagueInvited: 29,
  factorOn: 30,
  factorOff: 31,
  factorRemoved: 32,
  recoveryCodeUsed: 33,
  recoveryCodesRenewed: 34,
  codeWrong: 35,
  pictureOpened: 40,
  documentMade: 41,
  zipMade: 42,
  exportMade: 43,
  copyOpened: 44,
  copyRemoved: 45,
  copyExpired: 46,
  textsBlanked: 50,
  priceSet: 60,
  priceListDeleted: 61,
  termsAgreed: 62,
  serviceTyped: 63,
  serviceRemoved: 64,
  invoiceIssued: 65,
  invoiceCancelled: 66,
  invoiceNoted: 67,
  debitsCollected: 68,
  debitsTakenBack: 69,
  webhookCreated: 70,
  webhookChanged: 71,
  webhookDeleted: 72,
  webhookSecretRenewed: 73,
  customerCreated: 74,
  customerChanged: 75,
  customerDeleted: 76,
  addressCreated: 77,
  addressChanged: 78,
  addressDeleted: 79,
  optionCreated: 80,
  optionChanged: 81,
  optionDeleted: 82,
  priceListCreated: 83,
  priceListChanged: 84,
  costCentresSet: 85,
  tourCreated: 86,
  tourChanged: 87,
  tourDeleted: 88,
  ownerChanged: 89,
  providerChanged: 95,
  numberNamed: 96,
  archiveTakenOver: 97,
} as const;
export type AuditKind = (typeof AuditKind)[keyof typeof AuditKind];

/** German name of each kind. */
export const auditKindText: Record<AuditKind, string> = {
  1: "Anmeldung",
  2: "Fehlgeschlagene Anmeldung",
  3: "Abmeldung",
  4: "Sitzung beendet",
  5: "Anmeldung über die Firma",
  6: "Firmenanmeldung verbunden",
  7: "Firmenanmeldung getrennt",
  10: "Passwort geändert",
  11: "Passwort zurückgesetzt",
  12: "Falsches eigenes Passwort",
  13: "Token angelegt",
  14: "Token beendet",
  15: "Token abgelehnt",
  20: "User erstellt",
  21: "Rechte geändert",
  22: "E-Mail geändert",
  23: "Vernichtungsverfahren: beantragt",
  24: "Vernichtungsverfahren: zugestimmt",
  25: "Vernichtungsverfahren: zurückgezogen",
  26: "User gelöscht",
  27: "Schließtag eingetragen",
  28: "Schließtag entfernt",
  29: "Kollegen eingeladen",
  30: "Zweiter Faktor eingerichtet",
  31: "Zweiter Faktor abgeschaltet",
  32: "Zweiter Faktor entfernt",
  33: "Wiederherstellungscode benutzt",
  34: "Wiederherstellungscodes erneuert",
  35: "Falscher Code",
  40: "Bild geöffnet",
  41: "Dokument erstellt",
  42: "Bilderarchiv geladen",
  43: "Export geladen",
  44: "Scan geöffnet",
  45: "Scan entfernt",
  46: "Scan nach Ablauf gelöscht",
  50: "Texte vernichteter Boxen gelöscht",
  60: "Preis festgelegt",
  61: "Preisliste gelöscht",
  62: "Konditionen vereinbart",
  63: "Leistung eingetragen",
  64: "Leistung gelöscht",
  65: "Rechnung ausgestellt",
  66: "Rechnung storniert",
  67: "Rechnung vermerkt",
  68: "Lastschriften eingezogen",
  69: "Lastschriften zurückgenommen",
  70: "Webhook angelegt",
  71: "Webhook geändert",
  72: "Webhook gelöscht",
  73: "Geheimnis eines Webhooks erneuert",
  74: "Kunde hinzugefügt",
  75: "Kunde geändert",
  76: "Kunde gelöscht",
  77: "Adresse angelegt",
  78: "Adresse geändert",
  79: "Adresse gelöscht",
  80: "Lieferoption hinzugefügt",
  81: "Lieferoption geändert",
  82: "Lieferoption gelöscht",
  83: "Preisliste angelegt",
  84: "Preisliste geändert",
  85: "Kostenstellen festgelegt",
  86: "Tour angelegt",
  87: "Tour geändert",
  88: "Tour gelöscht",
  89: "Boxen an anderen Kunden übergeben",
  95: "Angaben des Archivs geändert",
  96: "Letzte Nummer genannt",
  97: "Archiv übernommen",
};

/** The refusals of a wrong password or code, which stays on record. */
export const wrongSecrets: Partial<Record<RefusalCode, AuditKind>> = {
  login: AuditKind.signInFailed,
  company_refused: AuditKind.signInFailed,
  password_ended: AuditKind.signInFailed,
  wrong_password: AuditKind.ownPasswordWrong,
  wrong_code: AuditKind.codeWrong,
};

/** Object that an entry can be about, besides a customer and a box. */
export type AuditObject = "user" | "image" | "delivery";

/** The documents by their names in `documents/`. */
const auditDocuments = {
  archiveList: "Archivliste",
  boxesOverview: "Boxenübersicht",
  boxMovements: "Boxenbewegungen",
  collectList: "Sammelliste",
  deliveryNote: "Lieferschein",
  deliveryNotes: "Lieferscheine",
  destroyList: "Vernichtungsliste",
  destroyRequest: "Vernichtungsanfrage",
  dueList: "Fälligkeitsliste",
  destructionCertificate: "Vernichtungsbescheinigung",
  signedLetter: "Unterschriebene Freigabe",
  importReceipt: "Importbeleg",
  loadList: "Ladeliste",
  lossLetter: "Verlustmitteilung",
  invoicePdf: "Rechnung",
  invoicesPdf: "Rechnungen",
  invoiceXml: "Rechnung als XML",
  stocktakeReport: "Inventurbericht",
  labelSheet: "Boxetiketten",
  rowLabelSheet: "Reihenetiketten",
  placeLabelSheet: "Platzetiketten",
  boxLabelZpl: "Boxetiketten als ZPL",
  placeLabelZpl: "Platzetiketten als ZPL",
} as const;

const rights = {
  staff: "Admin",
  users: "Verwaltet User",
  active: "Aktiv",
  customer: "Kundenzugriff",
  approve: "Vernichtung freigeben",
  order: "Bestellen",
  store: "Einlagern",
  manage: "Verwalten",
  invite: "Kollegen einladen",
  invoices: "Rechnungen sehen",
  centres: "Kostenstellen",
  invites: "Kunde darf Kollegen einladen",
  procedure: "Vernichtung nur mit Freigabe",
  waiting: "Wartezeit vor Vernichtungen in Tagen",
} as const;
/** Right that a user can be given and can lose. */
export type Right = keyof typeof rights;

/** Exports: lists as spreadsheets, and everything of a customer. */
const exportNames = {
  activityReport: "Bericht Bewegungen",
  tour: "Tour",
  areas: "Bereiche",
  audit: "Protokoll",
  billedMonth: "Abrechnung",
  billingArchive: "Archiv der Rechnungen",
  boxes: "Boxen",
  customer: "Gesamtexport",
  customers: "Kunden",
  invoices: "Rechnungen",
  datevStack: "DATEV-Buchungsstapel",
  deliveries: "Lieferungen",
  directDebits: "Lastschriften",
  dueReport: "Bericht Fälligkeiten",
  importErrors: "Importfehler",
  importReceipt: "Importbeleg",
  productivityReport: "Bericht Kommissionierung",
  results: "Inventurergebnisse",
  retention: "Aufbewahrung",
  revenueReport: "Bericht Umsatz",
  rows: "Reihen",
  search: "Suche",
  seals: "Siegel",
  serviceEntries: "Leistungen",
  serviceReport: "Bericht Lieferzeiten",
  stockReport: "Bericht Bestand",
  user: "Auskunft über einen User",
  users: "Users",
} as const;
export type ExportName = keyof typeof exportNames;

/** Details that an entry carries besides its kind; the keys depend on the kind. */
export interface AuditMeta {
  readonly document?: keyof typeof auditDocuments | undefined;
  readonly export?: ExportName | undefined;
  readonly right?: Right | undefined;
  /** Value before and value now; or the range of box numbers or days that was read. */
  readonly from?: string | number | boolean | null | undefined;
  readonly to?: string | number | boolean | null | undefined;
  /** Number of pictures or labels, or of rows of a list. */
  readonly amount?: number | undefined;
  /** Number of texts that were blanked. */
  readonly texts?: number | undefined;
  /** The token of the program that did it, and the one that it is about. */
  readonly token?: string | undefined;
  readonly about?: string | undefined;
  /** Scopes that a new token is good for. */
  readonly scopes?: string | undefined;
  /** Call that a token was refused, `POST /boxes/`. */
  readonly call?: string | undefined;
  /** A password that was set by a link, and an identity of the company that was known by an address: both came by mail. */
  readonly link?: true | undefined;
  readonly mail?: true | undefined;
}

/** Entry that is put on record. */
export interface NewAuditEntry {
  readonly kind: AuditKind;
  readonly name?: string | undefined;
  /** The code of the customer whose things it is about, and of the box. */
  readonly customer?: number | undefined;
  readonly box?: string | undefined;
  readonly object?: readonly [kind: AuditObject, id: number] | undefined;
  readonly meta?: AuditMeta | undefined;
}

type Value = AuditMeta["from"];

const yesOrNo = (value: Value) => (typeof value === "boolean" || !value ? (value ? "ja" : "nein") : String(value));
const rightOf = ({ right, from, to }: AuditMeta) =>
  `${right ? rights[right] : "Recht"}: ${yesOrNo(from)} → ${yesOrNo(to)}`;
const display = (value: Value) => (typeof value === "string" && isDay(value) ? showDate(value) : String(value));
/** Returns the name of the kind, and what it is about. */
const aboutOf =
  (kind: AuditKind) =>
  ({ about = "" }: AuditMeta) =>
    `${auditKindText[kind]}${about === "" ? "" : `: ${about}`}`;
const amountOf = ({ amount }: AuditMeta) => (amount === undefined ? "" : ` (${amount.toLocaleString("de-DE")})`);

const pagesOf = ({ amount }: AuditMeta) => (amount === undefined ? "" : ` (${showThings(amount, "Seite", "Seiten")})`);

/** `, Boxen 1 bis 100`, `, ab 01.12.2026`, `, 24.12.2026` for one day; nothing where all was read. */
function rangeOf({ from = null, to = null }: AuditMeta): string {
  if (from === null && to === null) return "";
  const what = typeof (from ?? to) === "number" ? ", Boxen " : ", ";
  if (typeof from === "string" && from === to) return `${what}${display(from)}`;
  if (to === null) return `${what}ab ${display(from)}`;
  return from === null ? `${what}bis ${display(to)}` : `${what}${display(from)} bis ${display(to)}`;
}

const sentences: Partial<Record<AuditKind, (meta: AuditMeta) => string>> = {
  6: ({ mail }) => `Firmenanmeldung verbunden${mail ? " über die E-Mail-Adresse" : ""}`,
  10: ({ link }) => `Passwort geändert${link ? " über einen Link" : ""}`,
  4: ({ amount }) => (amount === 1 ? "Sitzung beendet" : `Alle anderen Sitzungen beendet (${amount})`),
  13: ({ about = "", scopes = "" }) => `Token ${about} angelegt: ${scopes}`,
  14: ({ about = "" }) => `Token ${about} beendet`,
  15: ({ call = "" }) => `Token abgelehnt: ${call}`,
  20: ({ to }) => `User erstellt${to ? " (Admin)" : ""}`,
  21: rightOf,
  22: ({ from, to }) => `E-Mail: ${from} → ${to}`,
  23: (meta) => `Beantragt: ${rightOf(meta)}`,
  24: (meta) => `Zugestimmt: ${rightOf(meta)}`,
  25: (meta) => `Zurückgezogen: ${rightOf(meta)}`,
  27: ({ about = "", to }) => `Schließtag eingetragen: ${display(to)}, ${about}`,
  28: ({ about = "", to }) => `Schließtag entfernt: ${display(to)}, ${about}`,
  29: ({ to }) => (to ? "Kollegen eingeladen" : "Kollegen eingeladen, der schon einen Zugang hat"),
  41: (meta) => `${meta.document ? auditDocuments[meta.document] : "Dokument"}${rangeOf(meta)}${amountOf(meta)}`,
  42: (meta) => `Inhaltsbilder (zip)${rangeOf(meta)}${amountOf(meta)}`,
  50: ({ amount = 0, texts = 0 }) =>
    `Texte vernichteter Boxen gelöscht (${showBoxes(amount)}, ${showThings(texts, "Text", "Texte")})`,
  60: aboutOf(60),
  61: aboutOf(61),
  62: aboutOf(62),
  63: aboutOf(63),
  64: aboutOf(64),
  65: aboutOf(65),
  66: aboutOf(66),
  67: aboutOf(67),
  68: aboutOf(68),
  69: aboutOf(69),
  70: aboutOf(70),
  71: aboutOf(71),
  72: aboutOf(72),
  73: aboutOf(73),
  74: aboutOf(74),
  75: aboutOf(75),
  76: aboutOf(76),
  77: aboutOf(77),
  78: aboutOf(78),
  79: aboutOf(79),
  80: aboutOf(80),
  81: aboutOf(81),
  82: aboutOf(82),
  83: aboutOf(83),
  84: aboutOf(84),
  85: aboutOf(85),
  86: aboutOf(86),
  87: aboutOf(87),
  88: aboutOf(88),
  89: aboutOf(89),
  95: aboutOf(95),
  96: aboutOf(96),
  97: aboutOf(97),
  44: (meta) => `Scan geöffnet${pagesOf(meta)}`,
  45: (meta) => `Scan entfernt${pagesOf(meta)}`,
  46: (meta) => `Scan nach Ablauf gelöscht${pagesOf(meta)}`,
  43: (meta) => `${meta.export ? exportNames[meta.export] : "Export"}${rangeOf(meta)}${amountOf(meta)}`,
};

/** An entry as a German sentence, from its kind and meta; a kind that this version does not know shows its number. */
export function auditSentence(kind: number, meta: AuditMeta | null): string {
  const sentence = sentences[kind as AuditKind];
  const text = sentence ? sentence(meta ?? {}) : (auditKindText[kind as AuditKind] ?? `Ereignis ${kind}`);
  return meta?.token === undefined ? text : `${text}, mit Token ${meta.token}`;
}

/** Days for which an entry is kept; the database holds it (`audit_limit` of the migration). */
export const auditDays = 400;
/** Days that the list goes back where nobody asks for more. */
const usualDays = 30;
/** So many entries are counted and can be paged through: counting more would cost more than anybody reads. */
export const maxCounted = 10_000;

/** The days that are looked through; `to` is the last one. */
export interface AuditPeriod {
  readonly from: string;
  readonly to: string;
}

/** The period that is meant by one or two days, or none: it ends today and goes back 30 days unless something else is said. */
export function auditPeriod(
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
) {
  const to = days.to ?? (days.from !== undefined && days.from > today ? days.from : today);
  return { from: days.from ?? addDays(to, 1 - usualDays), to } satisfies AuditPeriod;
}
