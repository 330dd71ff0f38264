/** A proof: its query answers a row for each violation, none where everything is right. */
export interface Check {
  /** The sentence that holds. */
  readonly name: string;
  /** The table that is looked through, to say how much was proved. */
  readonly over: string;
  /** Answers `what`, and `code` where it is about a box. */
  readonly sql: string;
  /** What it finds is worth to know, and wrong in no row. */
  readonly warning?: Warning;
}

/** What is called so where it is found: files that are left over, a backup that is late, a clock that was put back. */
type Warning = "left" | "late" | "odd";

/** Whether a delivery `d` was made here: what came from another system keeps to the rules of that one (decision 191). */
export const isOurs = "d.created > coalesce((select at from takeovers), '-infinity')";

/** What one proof came to. */
export interface Proof {
  readonly name: string;
  readonly over: string;
  /** Rows of the table that was looked through. */
  readonly checked: number;
  readonly violations: number;
  /** The first of them in words. */
  readonly first: readonly string[];
  readonly seconds: number;
  /** What it finds is wrong in no row, and called so: `left`. */
  readonly warning?: Warning;
}

/** A proof that failed. */
export type Finding = Proof;
