export const maxCustomerCode = 9999; // specification 9
export const maxBoxNumber = 999_999; // specification 9

/**
 * The ten digits of a box: customer code padded to 4, box number padded to 6 (product 2).
 * `boxCode(42, 123)` is `"0042000123"`.
 */
export function boxCode(customerCode: number, number: number): string {
  return showCustomerCode(customerCode) + String(number).padStart(6, "0");
}

/** A box code as people read it, 4.3.3 (specification 9): `"0042.000.123"`. */
export function showBoxCode(code: string): string {
  return `${code.slice(0, 4)}.${code.slice(4, 7)}.${code.slice(7)}`;
}

/** The codes of one customer's boxes from one to another, the last one only as far as it differs: `0001.003.003–005`. */
export function showBoxCodes(first: string, last: string): string {
  if (first === last) return showBoxCode(first);
  const end = first.slice(0, 7) === last.slice(0, 7) ? last.slice(7) : showBoxCode(last).slice(5);
  return `${showBoxCode(first)}–${end}`;
}

/** Codes that a sentence has room for. */
const mostNamed = 20;

/** Boxes of any customers in one sentence: `0001.003.003, 0001.003.007 und 12 weitere`. */
export function listBoxCodes(codes: readonly string[]): string {
  const shown = codes.slice(0, mostNamed).map(showBoxCode).join(", ");
  return codes.length > mostNamed ? `${shown} und ${codes.length - mostNamed} weitere` : shown;
}

/**
 * Characters that scanners send between and behind parts of a code (ISO 646): end of a transmission, separators of files, groups, records and units.
 */
const separators = ["\u0004", "\u001c", "\u001d", "\u001e", "\u001f"];

export const withoutSeparators = (text: string): string =>
  separators.reduce((rest, separator) => rest.replaceAll(separator, ""), text);

/** A code without what scanners write around it: the kind of code (`]C1`, of which a German keyboard makes `+C1`), separators of groups, line ends, and the asterisks of Code 39. */
export function bareCode(text: string): string {
  const bare = text.replace(/\p{Cc}/gu, "").trim();
  return bare
    .replace(/^[\]+][A-Za-z]\d/, "")
    .replace(/^\*(.+)\*$/, "$1")
    .trim();
}

/** The ten digits in what somebody typed or scanned, with or without dots and spaces; null where it is none: numbers begin at 1. */
export function parseBoxCode(text: string): string | null {
  const digits = bareCode(text).replace(/[.\s]/g, "");
  return /^\d{4}(?!0{6})\d{6}$/.test(digits) ? digits : null;
}

/** A customer code as it stands in front of a box code: `"0042"`. */
export function showCustomerCode(code: number): string {
  return String(code).padStart(4, "0");
}

/** A customer as lists and choices name one: `"0042 – Muster GmbH"`. */
export function showCustomer({ code, name }: { readonly code: number; readonly name: string }): string {
  return `${showCustomerCode(code)} – ${name}`;
}

/** Shows a scanned or typed text: a box code with its points, anything else as it is. */
export const showRead = (text: string) => (/^\d{10}$/.test(text) ? showBoxCode(text) : text);
