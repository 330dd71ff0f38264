import { showCustomerCode } from "#rules/stock/box-code.ts";
import type { Customer } from "./customer-head.ts";
import { faces } from "./fonts.ts";
import { grey, ink, mm, type Paper, type Printing, proseLine, type LetterSender, sizes } from "./page.ts";
import { printable, shorten, wrap } from "./printable.ts";
import type { Look } from "./table.ts";

// DIN 5008, form A: the window's text begins 25 mm from the left; the sender's line stands over it, the address begins
// 44.7 mm from the top, everything about the letter stands right of 125 mm, and prose begins below 80 mm.
const addressLeft = mm(25);
const addressWidth = mm(78);
const senderBaseline = mm(42.5);
const smallestSender = 6;
const addressBaseline = mm(49);
const addressLine = 1.3;
const addressHeight = mm(25); // as many lines as end in the window
const addressSizes = [sizes.heading, 9, 8, 7, 6];
const smallestAddress = 5;
/** Left of what is about the letter; a bar code stands over it. */
export const factsLeft = mm(125);
const factsBaseline = mm(34);
const factsLine = sizes.prose * proseLine;
const proseTop = mm(80);
const footLine = sizes.small * proseLine;
const footGap = mm(4);

/** Fact about a letter: its label, and its value. */
export type LetterFact = readonly [label: string, value: string | Look];

/**
 * The upper part of a letter to a customer: the address as an envelope's window shows it (the customer's name where none is
 * known), beside it the customer code and what else is to be known; at the page's foot where the provider is found. `paper.y` is
 * below it then.
 */
export function drawLetterHead(
  paper: Paper,
  printing: Printing,
  customer: Customer,
  facts: readonly LetterFact[],
): void {
  drawSenderLine(paper, [printing.provider, ...(printing.sender?.address ?? [])]);
  const { lines, size } = addressIn(customer);
  for (const [index, line] of lines.entries())
    paper.text(addressLeft, addressBaseline + index * size * addressLine, line, { size });
  const below = drawFacts(paper, [["Kunde", showCustomerCode(customer.code)], ...facts]);
  if (printing.sender) drawSender(paper, printing.provider, printing.sender);
  paper.y = Math.max(proseTop, below + mm(4));
}

/** Where an answer goes by post, on one line; empty where no address is known. */
export function postalAddress({ provider, sender }: Printing): string {
  return sender && sender.address.length > 0 ? [provider, ...sender.address].join(", ") : "";
}

/** The sender on one line over the window, in smaller letters where it is long. */
function drawSenderLine(paper: Paper, parts: readonly string[]): void {
  const line = parts.map(printable).filter(Boolean).join(" · ");
  const fitting = (addressWidth / faces.regular.width(line, 1)) * 0.999;
  const size = Math.max(smallestSender, Math.min(sizes.small, fitting));
  const text = shorten(line, faces.regular, size, addressWidth);
  paper.text(addressLeft, senderBaseline, text, { size, color: grey });
  paper.line(addressLeft, senderBaseline + 2.5, addressLeft + addressWidth, senderBaseline + 2.5, { thickness: 0.25 });
}

/** Address, telephone and bank beside each other at the foot of the page; what is not known leaves no gap. */
function drawSender(paper: Paper, provider: string, { address, phone, email, bank }: LetterSender): void {
  const contacts = [...(phone ? [`Telefon ${phone}`] : []), ...(email ? [`E-Mail ${email}`] : [])];
  const columns = [address.length > 0 ? [provider, ...address] : [], contacts, bank].filter(({ length }) => length > 0);
  if (columns.length === 0) return;
  const width = (paper.right - paper.left + footGap) / columns.length;
  const wrappedColumns = columns.map((lines) =>
    lines.flatMap((line) => wrap(printable(line), faces.regular, sizes.small, width - footGap)),
  );
  const height = Math.max(...wrappedColumns.map(({ length }) => length)) * footLine;
  paper.reserve(height + footGap);
  const top = paper.bottom + footGap - mm(1);
  paper.line(paper.left, top, paper.right, top, { thickness: 0.25 });
  for (const [column, lines] of wrappedColumns.entries())
    for (const [index, line] of lines.entries())
      paper.text(paper.left + column * width, top + mm(1) + sizes.small + index * footLine, line, {
        size: sizes.small,
        color: grey,
      });
}

/** All of the address, wrapped, in the largest size in which it stays within the window: a post office reads no `…`. */
function addressIn({ name, address }: Customer): { lines: string[]; size: number } {
  const addressLines = (address.length > 0 ? address : [name]).map(printable);
  const wrappedIn = (size: number) => ({
    size,
    lines: addressLines.flatMap((line) => wrap(line, faces.regular, size, addressWidth)),
  });
  const fits = addressSizes
    .map(wrappedIn)
    .find(({ lines, size }) => lines.length * size * addressLine <= addressHeight);
  return fits ?? wrappedIn(smallestAddress);
}

function drawFacts(paper: Paper, facts: readonly LetterFact[]): number {
  const valueLeft = factsLeft + mm(22);
  let y = factsBaseline;
  for (const [label, value] of facts) {
    paper.text(factsLeft, y, label, { size: sizes.prose, color: grey });
    const look = typeof value === "object" ? value : { text: value, icon: null, color: ink };
    const left = valueLeft + (look.icon ? sizes.prose + 2 : 0);
    if (look.icon) paper.icon(look.icon, valueLeft, y - sizes.prose * 0.87, sizes.prose, look.color);
    for (const line of wrap(printable(look.text), faces.regular, sizes.prose, paper.right - left)) {
      paper.text(left, y, line, { size: sizes.prose, color: look.color });
      y += factsLine;
    }
  }
  return y - factsLine;
}

/** Height of a signature, in points. */
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
