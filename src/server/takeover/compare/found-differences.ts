import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { csvLine, csvStart } from "#rules/lists/csv.ts";

/** A field of an answer that the two systems say otherwise, or an answer that only one of them gives. */
export interface Difference {
  /** `/boxes/7/`, or `/boxes/?state=1`. */
  readonly address: string;
  /** `content.71.text`; empty where only one of them has the whole. */
  readonly field: string;
  /** Null where a system does not say it. */
  readonly old: string | null;
  readonly new: string | null;
  /** The rule by which it has to be so; null where nothing explains it. */
  readonly explainedBy: string | null;
}

const compareFileName = "compare.csv";
const mostReported = 50; // differences without a file

export const showValue = (value: string | null): string => value ?? "fehlt";
const heads = ["Adresse", "Feld", "Alt", "Neu", "Erklärt durch"];
const lineOf = ({ address, field, old, new: now, explainedBy }: Difference) =>
  csvLine([address, field, showValue(old), showValue(now), explainedBy ?? ""]);

/** Differences as they are found: the first are kept to be reported, those that nothing explains before others, and all go into a file where there are more. */
export class FoundDifferences {
  readonly #path: string;
  #explained: Difference[] = [];
  #unexplained: Difference[] = [];
  #file: number | null = null;
  answers = 0;
  unexplainedAnswers = 0;
  count = 0;

  constructor(folder: string) {
    this.#path = join(folder, compareFileName);
    rmSync(this.#path, { force: true }); // it is of another run
  }

  /** Notes the differences of one answer. */
  add(differences: readonly Difference[]): void {
    if (differences.length === 0) return;
    this.answers++;
    if (differences.some(({ explainedBy }) => explainedBy === null)) this.unexplainedAnswers++;
    for (const difference of differences) this.#addOne(difference);
  }

  /** The first differences, those that nothing explains before the others. */
  get first(): Difference[] {
    return [...this.#unexplained, ...this.#explained].slice(0, mostReported);
  }

  /** Ends the file; answers its path, null where there are few enough to be reported. */
  close(): string | null {
    if (this.#file === null) return null;
    closeSync(this.#file);
    this.#file = null;
    renameSync(`${this.#path}.unfinished`, this.#path);
    return this.#path;
  }

  /** Leaves no file behind where the comparison does not end. */
  drop(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    rmSync(`${this.#path}.unfinished`, { force: true });
  }

  #addOne(difference: Difference): void {
    this.count++;
    const kept = difference.explainedBy === null ? this.#unexplained : this.#explained;
    if (this.#file !== null) this.#write(lineOf(difference));
    else if (this.count > mostReported) {
      this.#file = openSync(`${this.#path}.unfinished`, "w", 0o600);
      const all = [...this.#unexplained, ...this.#explained, difference];
      this.#write(csvStart + csvLine(heads) + all.map(lineOf).join(""));
    }
    if (kept.length < mostReported) kept.push(difference);
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; ) from += writeSync(this.#file ?? -1, bytes, from);
  }
}
