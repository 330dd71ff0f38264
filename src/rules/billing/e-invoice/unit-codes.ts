import type { InvoiceLine } from "#rules/billing/invoice-lines.ts";

/**
 * BT-130 and BT-150: UN/ECE Recommendation 20, and 21 behind an X for packages. Neither has a metre-day: the unit is the metre, the days are
 * in the quantity (the sum of the metres of each day) and in the base of the price (BT-149), and the line says so (`lineDescription`).
 */
export const unitCodes = {
  metre_day: "MTR",
  metre_month: "MTR",
  metre: "MTR",
  kg: "KGM",
  box_day: "XBX",
  box_month: "XBX",
  box: "XBX",
  piece: "H87",
  page: "ZP",
  trip: "E54",
  hour: "HUR",
  month: "MON",
} as const satisfies Readonly<Record<InvoiceLine["unit"], string>>;
