/** What a spreadsheet would take for a formula and carry out. */
const formula = /^[=+\-@\t\r]/;

/** One cell: what could be a formula is text, what would end the cell stands in quotes. */
function cell(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A line of a CSV file as German spreadsheets read it: semicolons between the cells. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cell).join(";")}\r\n`;

/** What such a file begins with, so that its umlauts are read as UTF-8. */
export const csvStart = "\uFEFF";
