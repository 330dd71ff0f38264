import { type Cell, textOf } from "./cell-values.ts";

const mostSamples = 3;
const longestSample = 30; // characters: three of them are two lines

/** Collects the first different values of each column of a list, by which people know what the column is. */
export class ColumnSamples {
  readonly #samples: string[][];

  constructor(columns: number) {
    this.#samples = Array.from({ length: columns }, () => []);
  }

  add(cells: readonly Cell[]): void {
    for (const [at, samples] of this.#samples.entries()) {
      const cell = cells[at];
      if (samples.length === mostSamples || cell === undefined) continue;
      const text = textOf(cell).normalize("NFC").replace(/\s+/g, " ").trim();
      const sample = text.length > longestSample ? `${text.slice(0, longestSample - 1).trimEnd()}…` : text;
      if (sample !== "" && !samples.includes(sample)) samples.push(sample);
    }
  }

  columns(): string[][] {
    return this.#samples;
  }
}
