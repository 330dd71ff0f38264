import { showCustomerCode } from "#rules/box-code.ts";
import type { Customer } from "./customer-head.ts";
import { faces } from "./fonts.ts";
import { grey, ink, mm, type Paper, type Printing, sizes } from "./page.ts";
import { printable, shorten, wrap } from "./printable.ts";

// DIN 5008, form A: the window's text begins 25 mm from the left; the sender's line stands over it, the address begins
// 44.7 mm from the top, everything about the letter stands right of 125 mm, and prose begins below 80 mm.
const addressLeft = mm(25);
const addressWidth = mm(78);
const senderBaseline = mm(42.5);
const addressBaseline = mm(49);
const addressLine = sizes.heading * 1.3;
const nameLines = 3;
const factsLeft = mm(125);
const factsBaseline = mm(34);
const factsLine = sizes.prose * 1.4;
const proseTop = mm(80);

/**
 * The upper part of a letter to a customer: the address as an envelope's window shows it (the customer's name where none is
 * known), beside it the customer code and what else is to be known. `paper.y` is below it then.
 */
export function drawLetterHead(
  paper: Paper,
  printing: Printing,
  customer: Customer,
  facts: readonly (readonly [label: string, value: string])[],
): void {
  const small = { size: sizes.small, color: grey };
  const sender = shorten(printable(printing.provider), faces.regular, sizes.small, addressWidth);
  paper.text(addressLeft, senderBaseline, sender, small);
  paper.line(addressLeft, senderBaseline + 2.5, addressLeft + addressWidth, senderBaseline + 2.5, { thickness: 0.25 });
  for (const [index, line] of addressLines(customer).entries())
    paper.text(addressLeft, addressBaseline + index * addressLine, line, { size: sizes.heading });
  const below = drawFacts(paper, [["Kunde", showCustomerCode(customer.code)], ...facts]);
  paper.y = Math.max(proseTop, below + mm(4));
}

function addressLines({ name, address }: Customer): string[] {
  const [first = name, ...others] = address;
  const wrapped = wrap(printable(first), faces.regular, sizes.heading, addressWidth);
  const rest = [wrapped.slice(nameLines - 1).join(" "), ...others];
  const head = wrapped.slice(0, nameLines - 1);
  return [
    ...head,
    ...rest.filter(Boolean).map((line) => shorten(printable(line), faces.regular, sizes.heading, addressWidth)),
  ];
}

function drawFacts(paper: Paper, facts: readonly (readonly [label: string, value: string])[]): number {
  const valueLeft = factsLeft + mm(22);
  let y = factsBaseline;
  for (const [label, value] of facts) {
    paper.text(factsLeft, y, label, { size: sizes.prose, color: grey });
    for (const line of wrap(printable(value), faces.regular, sizes.prose, paper.right - valueLeft)) {
      paper.text(valueLeft, y, line, { size: sizes.prose });
      y += factsLine;
    }
  }
  return y - factsLine;
}

/** How high a signature is, in points. */
export const signatureHeight = mm(28);

/** A line for place and date and one for the signature, over them who signs what. Kept on one page by whoever draws. */
export function drawSignature(paper: Paper, title: string, who: string): void {
  const { left, right, y } = paper;
  const middle = left + (right - left) * 0.4;
  const line = y + mm(18);
  paper.text(left, y + sizes.prose, title, { size: sizes.prose, weight: "bold" });
  const name = left + faces.bold.width(title, sizes.prose) + mm(3);
  const room = right - name;
  paper.text(name, y + sizes.prose, shorten(printable(who), faces.regular, sizes.prose, room), {
    size: sizes.prose,
    color: grey,
  });
  for (const [from, to, caption] of [
    [left, middle - mm(4), "Ort, Datum"],
    [middle + mm(4), right, "Name, Unterschrift"],
  ] as const) {
    paper.line(from, line, to, line, { color: ink });
    paper.text(from, line + sizes.small + 2.5, caption, { size: sizes.small, color: grey });
  }
  paper.y += signatureHeight;
}
