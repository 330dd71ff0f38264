import { decimalText, priceDecimals, quantityDecimals, units } from "#rules/billing/decimal.ts";
import type { InvoiceLine, Vat } from "#rules/billing/invoice-lines.ts";
import { itemText } from "#rules/billing/items.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { addDays, isDay, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";

const cents = (amount: string): bigint => units(amount, 2);
const centsOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + cents(amount), 0n);
const shown = (amount: bigint): string => showMoney(decimalText(amount, 2));

/** Says whether `value` is `dividend` ÷ `divisor` rounded half away from zero. It multiplies back, and does not divide as `decimal.ts` does. */
function isQuotient(value: bigint, dividend: bigint, divisor: bigint): boolean {
  const sign = dividend < 0n ? -1n : 1n;
  const [twice, wanted] = [2n * sign * dividend, 2n * sign * value * divisor];
  return wanted - divisor <= twice && twice < wanted + divisor;
}

const lineName = ({ item }: InvoiceLine, position: number): string => `Zeile ${position} (${itemText[item]})`;
const rateName = ({ vat_category, vat_rate }: Vat): string => `${vat_category} mit ${vat_rate.replace(".", ",")} %`;

function isNumber(text: string, decimals: number): boolean {
  try {
    units(text, decimals);
    return true;
  } catch {
    return false;
  }
}

const hasNumbers = ({ quantity, price, net, vat_rate, base }: InvoiceLine): boolean =>
  isNumber(quantity, quantityDecimals) &&
  isNumber(price, priceDecimals) &&
  [net, vat_rate].every((amount) => isNumber(amount, 2)) &&
  Number.isSafeInteger(base) &&
  base > 0;

/** Returns the faults of one line: its numbers, its price, its rate, and the days that it is for. */
function lineProblems(line: InvoiceLine, position: number, { period_from, period_to }: InvoiceSnapshot): string[] {
  const name = lineName(line, position);
  const { item, quantity, price, base, net, vat_category, vat_rate, from, to } = line;
  if (!hasNumbers(line)) return [`${name}: Menge, Preis, Preisbasis, Betrag oder Steuersatz ist keine Zahl.`];
  const product = units(quantity, quantityDecimals) * units(price, priceDecimals);
  const isInOrder = from === null || to === null ? from === to : isDay(from) && isDay(to) && from < to;
  const isOutside =
    isInOrder &&
    from !== null &&
    to !== null &&
    ((item === "storage" && from < period_from) || addDays(to, -1) > period_to); // a service may come late
  return [
    isQuotient(cents(net), product, 100_000n * BigInt(base))
      ? ""
      : `${name}: ${quantity} × ${price} ÷ ${base} ist nicht ${shown(cents(net))}.`,
    price.startsWith("-") ? `${name}: Der Preis ist negativ.` : "",
    (vat_category === "S") === cents(vat_rate) > 0n
      ? ""
      : `${name}: Der Steuersatz ${vat_rate} passt nicht zur Steuerart ${vat_category}.`,
    isInOrder ? "" : `${name}: Der letzte Tag liegt vor dem ersten.`,
    isOutside ? `${name}: Die Tage liegen nicht im Zeitraum der Rechnung.` : "",
  ];
}

const rateKey = ({ vat_category, vat_rate }: Vat): string => `${vat_category} ${vat_rate}`;

/** Returns the faults in the sums of each category and rate. */
function vatProblems({ lines, vats }: InvoiceSnapshot): string[] {
  const linesByRate = Map.groupBy(lines, rateKey);
  const sumsByRate = Map.groupBy(vats, rateKey);
  const missing = [...linesByRate].flatMap(([key, [line]]) =>
    line && !sumsByRate.has(key) ? [`Die Steuer für ${rateName(line)} fehlt.`] : [],
  );
  const wrong = vats.flatMap((sum) => {
    const name = `Steuer für ${rateName(sum)}`;
    const net = centsOf((linesByRate.get(rateKey(sum)) ?? []).map((line) => line.net));
    return [
      sumsByRate.get(rateKey(sum))?.length === 1 ? "" : `${name}: steht mehr als einmal da.`,
      linesByRate.has(rateKey(sum)) ? "" : `${name}: Keine Zeile hat diesen Satz.`,
      net === cents(sum.net) ? "" : `${name}: Die Zeilen ergeben ${shown(net)} und nicht ${shown(cents(sum.net))}.`,
      isQuotient(cents(sum.vat), cents(sum.net) * cents(sum.vat_rate), 10_000n)
        ? ""
        : `${name}: ${shown(cents(sum.vat))} ist nicht die Steuer auf ${shown(cents(sum.net))}.`,
    ];
  });
  return [...missing, ...wrong];
}

/** Returns the faults in the totals. */
function totalProblems({ lines, vats, net, vat, gross, pays_out }: InvoiceSnapshot): string[] {
  const netSum = centsOf(lines.map((line) => line.net));
  const vatSum = centsOf(vats.map((sum) => sum.vat));
  return [
    netSum === cents(net) ? "" : `Netto: Die Zeilen ergeben ${shown(netSum)} und nicht ${shown(cents(net))}.`,
    vatSum === cents(vat) ? "" : `Umsatzsteuer: Die Sätze ergeben ${shown(vatSum)} und nicht ${shown(cents(vat))}.`,
    cents(net) + cents(vat) === cents(gross)
      ? ""
      : `Brutto: ${shown(cents(net))} und ${shown(cents(vat))} sind nicht ${shown(cents(gross))}.`,
    cents(gross) < 0n && !pays_out ? "Brutto: Der Betrag ist negativ." : "",
  ];
}

/** Returns the faults in the days, and in what a cancellation takes back. */
function dayProblems({ kind, issued_on, due_on, period_from, period_to, corrects }: InvoiceSnapshot): string[] {
  const days = [issued_on, due_on, period_from, period_to, ...(corrects ? [corrects.issued_on] : [])];
  const wrong = days.filter((day) => !isDay(day));
  if (wrong.length > 0) return wrong.map((day) => `„${day}“ ist kein Tag.`);
  return [
    period_from <= period_to ? "" : `Der Zeitraum endet am ${showDate(period_to)}, vor seinem Anfang.`,
    issued_on <= due_on ? "" : `Fällig am ${showDate(due_on)}, vor dem Tag der Rechnung.`,
    kind === 381 && !corrects ? "Die Stornorechnung nennt keine Rechnung." : "",
    corrects && corrects.issued_on > issued_on
      ? `Rechnung ${corrects.number} ist vom ${showDate(corrects.issued_on)}, nach dem Tag der Stornorechnung.`
      : "",
  ];
}

/**
 * Returns the faults in an invoice's numbers and days, as German sentences; none where all is right. No validator asks whether quantity × price ÷
 * base is the line (PEPPOL-EN16931-R120 at most warns). This function therefore asks before anything is written.
 */
export function arithmeticProblems(snapshot: InvoiceSnapshot): readonly string[] {
  const { lines, vats, net, vat, gross } = snapshot;
  const days = dayProblems(snapshot);
  const ofLines = lines.flatMap((line, at) => lineProblems(line, at + 1, snapshot));
  const sums = [net, vat, gross, ...vats.flatMap((sum) => [sum.net, sum.vat, sum.vat_rate])];
  const areNumbers = sums.every((amount) => isNumber(amount, 2));
  const ofSums = areNumbers && lines.every(hasNumbers) ? [...vatProblems(snapshot), ...totalProblems(snapshot)] : [];
  return [
    lines.length === 0 ? "Die Rechnung hat keine Zeile." : "",
    ...days,
    ...ofLines,
    areNumbers ? "" : "Eine Summe der Rechnung ist keine Zahl.",
    ...ofSums,
  ].filter((sentence) => sentence !== "");
}
