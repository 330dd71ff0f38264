/** Items that are charged (`service_entries.item`, `price_rules.item`), with the units that their price may be for: the first is the usual one. */
export const billedItems = {
  storage: ["metre_month", "box_month"],
  intake: ["box"],
  retrieval_box: ["piece"],
  retrieval_content: ["piece"],
  return_box: ["piece"],
  return_content: ["piece"],
  withdrawal: ["box"],
  destruction: ["box", "metre"],
  destruction_weight: ["kg"],
  trip: ["trip"],
  pickup_trip: ["trip"],
  empty_box: ["piece"],
  scan: ["piece"],
  scan_page: ["page"],
  labels: ["piece"],
  listing: ["piece", "hour"],
  search: ["piece"],
  hours: ["hour"],
  other: ["piece"],
  account_fee: ["month"],
  minimum: ["month"],
} as const satisfies Record<string, readonly BilledUnit[]>;
export type BilledItem = keyof typeof billedItems;

export type BilledUnit =
  | "metre_month"
  | "box_month"
  | "box"
  | "piece"
  | "page"
  | "metre"
  | "kg"
  | "trip"
  | "hour"
  | "month";

/** Items of which no price list has a price: trips have the price of their delivery, and the minimum is agreed with the customer. */
const unpricedItems = ["trip", "pickup_trip", "minimum"] as const satisfies readonly BilledItem[];
export type PricedItem = Exclude<BilledItem, (typeof unpricedItems)[number]>;
/** Items that a price list may have a price of: all others. */
export const pricedItems = (Object.keys(billedItems) as BilledItem[]).filter(
  (item): item is PricedItem => !unpricedItems.some((unpriced) => unpriced === item),
);

/** Items that staff type by hand: no scan knows what was weighed, and what a customer has cannot be ordered. */
export const handItems = [
  "labels",
  "listing",
  "search",
  "destruction_weight",
  "hours",
  "other",
] as const satisfies readonly BilledItem[];

export const itemText: Readonly<Record<BilledItem, string>> = {
  storage: "Lagerung",
  intake: "Einlagerung",
  retrieval_box: "Aushebung einer Box",
  retrieval_content: "Aushebung eines Inhalts",
  return_box: "Rücknahme einer Box",
  return_content: "Rücklage eines Inhalts",
  withdrawal: "Endgültige Auslagerung",
  destruction: "Vernichtung",
  destruction_weight: "Vernichtung nach Gewicht",
  trip: "Lieferung",
  pickup_trip: "Abholung",
  empty_box: "Leere Box",
  scan: "Scan",
  scan_page: "Gescannte Seite",
  labels: "Etiketten",
  listing: "Erfassung von Inhalten",
  search: "Vergebliche Suche",
  hours: "Arbeitszeit",
  other: "Sonstiges",
  account_fee: "Grundgebühr",
  minimum: "Mindestbetrag",
};

export const unitText: Readonly<Record<BilledUnit, string>> = {
  metre_month: "m und Monat",
  box_month: "Box und Monat",
  box: "Box",
  piece: "Stück",
  page: "Seite",
  metre: "m",
  kg: "kg",
  trip: "Fahrt",
  hour: "Stunde",
  month: "Monat",
};

/** Names of the unit that a line counts: for one of it, and for several. */
export const countedText: Readonly<Record<BilledUnit | "metre_day" | "box_day", readonly [one: string, many: string]>> =
  {
    metre_day: ["Metertag", "Metertage"],
    box_day: ["Boxtag", "Boxtage"],
    metre_month: ["Metermonat", "Metermonate"],
    box_month: ["Boxmonat", "Boxmonate"],
    box: ["Box", "Boxen"],
    piece: ["Stück", "Stück"],
    page: ["Seite", "Seiten"],
    metre: ["Meter", "Meter"],
    kg: ["kg", "kg"],
    trip: ["Fahrt", "Fahrten"],
    hour: ["Stunde", "Stunden"],
    month: ["Monat", "Monate"],
  };

/**
 * Ways to count storage. `day` counts every day by itself. `month_any_day` counts a whole month where a box was there on any of its days. `month_end`
 * counts what is there on the last day of a month.
 */
export const storageModes = ["day", "month_any_day", "month_end"] as const;
export type StorageMode = (typeof storageModes)[number];
export const storageModeText: Readonly<Record<StorageMode, string>> = {
  day: "taggenau",
  month_any_day: "ganzer Monat, wenn an einem Tag im Lager",
  month_end: "Bestand am letzten Tag des Monats",
};

/** Over what a minimum a month is agreed. */
export const minimumScopes = ["storage", "all"] as const;
export const minimumScopeText: Readonly<Record<(typeof minimumScopes)[number], string>> = {
  storage: "für die Lagerung",
  all: "für alles",
};

/** EN 16931, BT-151: the usual rate, exempt, reverse charge. */
export const vatCategories = ["S", "E", "AE"] as const;
export type VatCategory = (typeof vatCategories)[number];
export const vatCategoryText: Readonly<Record<VatCategory, string>> = {
  S: "Umsatzsteuer",
  E: "steuerfrei",
  AE: "Steuerschuldnerschaft des Leistungsempfängers",
};

/** The usual rate in per cent on a day `YYYY-MM-DD` (§ 12 Abs. 1, § 28 UStG). */
export const standardRate = (day: string): string => (day >= "2020-07-01" && day <= "2020-12-31" ? "16.00" : "19.00");
