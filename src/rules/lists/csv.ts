/** Beginnings of texts that a spreadsheet would take for a formula and execute, however often they were made text before. */
const formula = /^'*[=+\-@\t\r\n]/;

const quoteCell = (text: string) => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that is a text in every spreadsheet: what could be a formula begins with `'`, which whoever reads it takes off again. */
export const safeText = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Returns the text that `safeText` was made from: one `'` less before what could be a formula. */
export const unsafeText = (text: string) =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;

/** A line of a CSV file as German spreadsheets read it: semicolons between the cells, no cell a formula. */
export const csvLine = (cells: readonly string[]) => plainCsvLine(cells.map(safeText));

/** The same with cells as they are: of no danger where they are made safe before, or where no spreadsheet opens it. */
export const plainCsvLine = (cells: readonly string[]) => `${cells.map(quoteCell).join(";")}\r\n`;

/** Beginning of such a file, so that its umlauts are read as UTF-8. */
export const csvStart = "\uFEFF";
