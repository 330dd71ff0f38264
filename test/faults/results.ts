import { Lost, type Outcome } from "./workplace.ts";

/** A line of the table at the end. */
interface Result {
  readonly name: string;
  passed: number;
  failed: number;
  acknowledged: number;
  lost: number;
  seconds: number;
  skipped?: string;
}

/** Columns beside those that every table has. */
interface MoreColumns {
  readonly heads: readonly string[];
  readonly of: (name: string) => readonly string[];
}

export const secondsSince = (moment: number) => (performance.now() - moment) / 1000;

/** Results of everything that was tried. */
export class Results {
  readonly #all: Result[] = [];

  get passed(): number {
    return this.#all.reduce((sum, { passed }) => sum + passed, 0);
  }

  get failed(): number {
    return this.#all.reduce((sum, { failed }) => sum + failed, 0);
  }

  begin(name: string): Result {
    const result = { name, passed: 0, failed: 0, acknowledged: 0, lost: 0, seconds: 0 };
    this.#all.push(result);
    return result;
  }

  /** Does one thing that must hold, and says in a line how it went. */
  async attempt(result: Result, work: () => Promise<Outcome>): Promise<void> {
    const start = performance.now();
    const round = result.passed + result.failed + 1;
    try {
      const { said, acknowledged } = await work();
      result.passed++;
      result.acknowledged += acknowledged;
      console.log(`ok      ${result.name}, round ${round}: ${said}`);
    } catch (error) {
      result.failed++;
      if (error instanceof Lost) result.lost += error.complaints.length;
      console.log(
        `FAILED  ${result.name}, round ${round}, after ${secondsSince(start).toFixed(1)} s: ${(error as Error).message}`,
      );
    }
    result.seconds += secondsSince(start);
  }

  skip(result: Result, reason: string): void {
    result.skipped = reason;
    console.log(`skipped ${result.name}: ${reason}`);
  }

  sayTable(more: MoreColumns = { heads: [], of: () => [] }): void {
    const rows = this.#all.map(({ name, passed, failed, acknowledged, lost, seconds, skipped }) =>
      skipped
        ? [name, "skipped", "", "", skipped]
        : [
            name,
            `${passed} of ${passed + failed}`,
            String(acknowledged),
            String(lost),
            seconds.toFixed(1),
            ...more.of(name),
          ],
    );
    const table = [["case", "rounds held", "acknowledged", "lost or wrong", "seconds", ...more.heads], ...rows];
    console.log();
    for (const [name = "", ...figures] of table)
      console.log([name.padEnd(36), ...figures.map((each) => each.padStart(14))].join(""));
  }
}
