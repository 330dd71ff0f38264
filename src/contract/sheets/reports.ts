import type * as shapes from "#contract/schemas/reports/reports.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

type OfCustomer = { readonly customer: shapes.CustomerActivity["customer"] };

const customer = [
  { head: "Kundennummer", cell: (row: OfCustomer) => showCustomerCode(row.customer.code) },
  { head: "Kunde", cell: (row: OfCustomer) => row.customer.name },
] as const;
const month = { head: "Monat", cell: (row: { readonly month: string }) => row.month };

export const activitySheet: Sheet<shapes.CustomerActivity> = {
  key: "activityReport",
  name: "Bewegungen",
  columns: [
    month,
    ...customer,
    { head: "Eingang", kind: "number", cell: ({ boxes_in }) => boxes_in },
    { head: "Ausgang", kind: "number", cell: ({ boxes_out }) => boxes_out },
    { head: "Aufträge", kind: "number", cell: ({ orders }) => orders },
    { head: "Scans", kind: "number", cell: ({ scans }) => scans },
  ],
};

export const serviceSheet: Sheet<shapes.OptionService> = {
  key: "serviceReport",
  name: "Lieferzeiten",
  columns: [
    month,
    ...customer,
    { head: "Lieferoption", cell: ({ option }) => option },
    { head: "Lieferungen", kind: "number", cell: ({ deliveries }) => deliveries },
    { head: "Stunden im Mittel (Median)", kind: "number", cell: ({ median_hours }) => median_hours },
    { head: "Stunden bei 90 %", kind: "number", cell: ({ ninetieth_hours }) => ninetieth_hours },
    { head: "Anteil pünktlich", kind: "number", cell: ({ in_time }) => in_time },
  ],
};

export const stockSheet: Sheet<shapes.StoredStock> = {
  key: "stockReport",
  name: "Bestand nach Monaten",
  columns: [
    month,
    { head: "Boxen", kind: "number", cell: ({ boxes }) => boxes },
    { head: "Laufende Meter", kind: "number", cell: ({ meters }) => meters },
  ],
};

export const productivitySheet: Sheet<shapes.PickMonth> = {
  key: "productivityReport",
  name: "Kommissionierung",
  columns: [
    month,
    { head: "Griffe", kind: "number", cell: ({ picks }) => picks },
    { head: "Rundgänge", kind: "number", cell: ({ walks }) => walks },
    { head: "Griffe je Rundgang", kind: "number", cell: ({ picks_per_walk }) => picks_per_walk },
    { head: "Griffe je Stunde", kind: "number", cell: ({ picks_per_hour }) => picks_per_hour },
  ],
};

export const dueSheet: Sheet<shapes.CustomerDue> = {
  key: "dueReport",
  name: "Fälligkeiten",
  columns: [
    ...customer,
    { head: "Jahr", kind: "number", cell: ({ year }) => year },
    { head: "Boxen", kind: "number", cell: ({ boxes }) => boxes },
    { head: "Laufende Meter", kind: "number", cell: ({ meters }) => meters },
  ],
};

export const revenueSheet: Sheet<shapes.CustomerRevenue> = {
  key: "revenueReport",
  name: "Umsatz",
  columns: [
    month,
    ...customer,
    { head: "Lagerung", kind: "money", cell: ({ storage }) => storage },
    { head: "Leistungen", kind: "money", cell: ({ services }) => services },
    { head: "Fahrten", kind: "money", cell: ({ trips }) => trips },
    { head: "Netto", kind: "money", cell: ({ net }) => net },
  ],
};
