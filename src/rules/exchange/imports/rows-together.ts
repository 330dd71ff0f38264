import { isDay, showDate } from "#rules/dates.ts";
import { type FieldOf, importColumns, type ImportField, importFields, labelOf } from "./columns.ts";
import type { RowError, RowValues } from "./cell-values.ts";

type Single = Exclude<ImportField, FieldOf<"box" | "contents" | "numbers" | "period">>;
const isSingle = (field: ImportField): field is Single =>
  !["box", "contents", "numbers", "period"].includes(importColumns[field].kind);
const singles = importFields.filter(isSingle);

/** A day as people read it, anything else as it is. */
const display = (value: string | number) => (typeof value === "string" && isDay(value) ? showDate(value) : value);

/**
 * Check of several rows together. They may name one box, each with contents of its own, and must not contradict one another. Two boxes cannot stand
 * on one place.
 */
export class RowsTogether {
  readonly #boxes = new Map<number, Map<Single, readonly [row: number, value: string | number]>>();
  readonly #places = new Map<string, readonly [row: number, box: number]>();

  /** Adds a row and returns its errors in view of the rows before it. */
  add(row: number, values: RowValues): RowError[] {
    const { number } = values;
    if (number === undefined) return [];
    const earlier = this.#boxes.get(number) ?? new Map<Single, readonly [number, string | number]>();
    this.#boxes.set(number, earlier);
    const errors: RowError[] = [];
    for (const field of singles) {
      const value = values[field];
      if (value === undefined) continue;
      const before = earlier.get(field);
      if (before === undefined) earlier.set(field, [row, value]);
      else if (before[1] !== value)
        errors.push({
          field,
          message: `Zeile ${before[0]} sagt von derselben Box „${display(before[1])}“ statt „${display(value)}“.`,
        });
    }
    return [...errors, ...this.#taken(row, number, values)];
  }

  #taken(row: number, number: number, values: RowValues): RowError[] {
    if (values.area === undefined || values.row === undefined || values.part === undefined) return [];
    const place = JSON.stringify([values.area, values.row, values.part, values.height]);
    const before = this.#places.get(place);
    if (before === undefined) this.#places.set(place, [row, number]);
    if (before === undefined || before[1] === number) return [];
    return [{ field: "area", message: `Auf diesem Platz steht schon Box ${before[1]} aus Zeile ${before[0]}.` }];
  }
}

/** An error as people read it: `Zeile 17, Spalte Jahrgang: „20O4“ ist kein Jahr.` `head` is what stands above the column. */
export function importErrorSentence(row: number, { field, message }: RowError, head?: string): string {
  if (field === null) return `Zeile ${row}: ${message}`;
  return `Zeile ${row}, Spalte ${head || labelOf(field)}: ${message}`;
}
