/** Names and values of attributes, in the order in which they are written. */
type Attributes = Readonly<Record<string, string>>;

/** Characters that no line of text can hold, in XML 1.0 or at all: control characters, halves of surrogate pairs, noncharacter code points. */
const unwritable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\s]+/gu;

/** A text as a line of XML holds it: what cannot be written, and every run of blanks, is one blank. */
export const lineText = (text: string): string => text.replace(unwritable, " ").trim();

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeText = (text: string): string => lineText(text).replace(/[&<>"]/g, (letter) => escapes[letter] ?? "");

/** An element with a text in it; none where the text is empty, as no receiver takes empty ones (PEPPOL-EN16931-R008). */
export function element(name: string, text: string, attributes: Attributes = {}): string {
  const content = escapeText(text);
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  return content === "" ? "" : `<${name}${written.join("")}>${content}</${name}>\n`;
}

/** An element with lines of text in it, each ended where there are several. */
export function linesElement(name: string, lines: readonly string[]): string {
  const written = lines.map(escapeText).filter((line) => line !== "");
  if (written.length < 2) return element(name, lines.join(" "));
  return `<${name}>${written.map((line) => `${line}\n`).join("")}</${name}>\n`;
}

/** An element of elements; none where there are none. */
export function group(name: string, ...elements: readonly string[]): string {
  const content = elements.join("");
  return content === "" ? "" : `<${name}>\n${content}</${name}>\n`;
}
