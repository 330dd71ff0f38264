import { showCustomerCode } from "#rules/stock/box-code.ts";
import { faces } from "./fonts.ts";
import { grey, mm, type Paper, sizes } from "./page.ts";
import { printable, wrap } from "./printable.ts";

/** The customer as lists name it; `address` are the lines of the letter's address that are not empty. */
export interface Customer {
  readonly code: number;
  readonly name: string;
  readonly address: readonly string[];
}

/** From and to of a list's box numbers or days, as the list shows them; null where it is open. */
export interface ListRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** `"0042 Klinikum Nord"`. */
export function customerHeading(customer: { readonly code: number; readonly name: string }): string {
  return `${showCustomerCode(customer.code)} ${customer.name}`;
}

/** `"1 bis 500"`, `"ab 1"`, `"bis 500"`, `"alle"`. */
export function listRangeText({ from, to }: ListRange): string {
  if (from !== null && to !== null) return `${from} bis ${to}`;
  if (from !== null) return `ab ${from}`;
  return to === null ? "alle" : `bis ${to}`;
}

const lineHeight = 11.5;

/** Code, name and address on the left, what the list is about on the right; `paper.y` is below it then. */
export function drawCustomerHead(
  paper: Paper,
  { code, name, address }: Customer,
  facts: readonly (readonly [label: string, value: string])[],
): void {
  const middle = paper.left + (paper.right - paper.left) * 0.6;
  const top = paper.y + mm(5);
  const room = middle - mm(4) - paper.left;
  let y = top;
  for (const line of wrap(printable(`${showCustomerCode(code)} ${name}`), faces.bold, sizes.heading, room)) {
    paper.text(paper.left, y, line, { size: sizes.heading, weight: "bold" });
    y += lineHeight + 1;
  }
  const further = address[0] === name ? address.slice(1) : address; // a letter begins with the name, a list has just said it
  for (const line of further.flatMap((text) => wrap(printable(text), faces.regular, sizes.table, room))) {
    paper.text(paper.left, y, line);
    y += lineHeight;
  }
  for (const [index, [label, value]] of facts.entries()) {
    paper.text(middle, top + index * lineHeight, label, { color: grey });
    paper.text(paper.right, top + index * lineHeight, value, { align: "right" });
  }
  paper.y = Math.max(y, top + facts.length * lineHeight) - lineHeight + mm(4);
}
