const whole = new Intl.NumberFormat("de-DE");
const hundredths = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A number of things: `20.000`. */
export function showCount(count: number): string {
  return whole.format(count);
}

/** Linear metres with two decimals (product 2): `7.999,60`. */
export function showMetres(metres: number): string {
  return hundredths.format(metres);
}

/** A year of the meta data, empty where there is none. */
export function showYear(year: number | null): string {
  return year === null ? "" : String(year);
}

/** Things with their number: `"1 Box"`, `"20.000 Boxen"`. */
export function showThings(count: number, one: string, many: string): string {
  return `${showCount(count)} ${count === 1 ? one : many}`;
}

/** `"1 Box"`, `"20.000 Boxen"`. */
export function showBoxes(count: number): string {
  return showThings(count, "Box", "Boxen");
}

/** `"1 Inhalt"`, `"100.000 Inhalte"`. */
export function showContents(count: number): string {
  return showThings(count, "Inhalt", "Inhalte");
}
