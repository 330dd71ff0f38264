import { parseBatch, showBatch } from "#rules/destruction/batch-state.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";

/** Numbers that the archive sends, and that a restored archive may have given already (decision 165). */
export const numberSeries = ["invoice", "cancellation", "debit_file", "batch", "delivery"] as const;
export type NumberSeries = (typeof numberSeries)[number];

export const seriesText: Readonly<Record<NumberSeries, string>> = {
  invoice: "Rechnungen",
  cancellation: "Stornorechnungen",
  debit_file: "Dateien mit Lastschriften",
  batch: "Vernichtungen und ihre Bescheinigungen",
  delivery: "Lieferungen",
};

/** A series, of invoices and cancellations that of a year. */
export interface YearSeries {
  readonly series: NumberSeries;
  readonly year: number | null;
}

const shortest = 5; // digits of an invoice's number
const ofYear = (letters: string, year: number | null, number: number) =>
  `${letters}-${year}-${String(number).padStart(shortest, "0")}`;

/** A number as people know it: `RE-2026-00004`, `ST-2026-00001`, `7`, `V-000012`, `000123`. */
export function showSeriesNumber({ series, year }: YearSeries, number: number): string {
  if (series === "invoice") return ofYear("RE", year, number);
  if (series === "cancellation") return ofYear("ST", year, number);
  if (series === "batch") return showBatch(number);
  return series === "delivery" ? showDeliveryCode(number) : String(number);
}

/** A number of a series as somebody typed it, also `LS-202611281405-7` of a file's name and `V-000012/2026` of a certificate; null where it is none of this series and year. */
export function parseSeriesNumber({ series, year }: YearSeries, typed: string): number | null {
  const text = typed.trim().toUpperCase();
  if (series === "batch") return parseBatch(text.replace(/\s*[/-]\s*\d{4}$/, ""));
  const form =
    series === "debit_file" || series === "delivery"
      ? /^(?:LS-\d{12}-|DATEI )?0*(\d{1,9})$/
      : new RegExp(`^${series === "invoice" ? "RE" : "ST"}-${year}-0*(\\d{1,9})$`);
  const number = Number(form.exec(text)?.[1] ?? 0);
  return number > 0 ? number : null;
}

/** More numbers than these between the last that is known and the one that is named are asked for again: a digit is typed too many quickly. */
export const usualLoss = 500;
