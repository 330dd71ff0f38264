/** A proof: its query answers a row for each violation, none where everything is right. */
export interface Check {
  /** The sentence that holds. */
  readonly name: string;
  /** The table that is looked through, to say how much was proved. */
  readonly over: string;
  /** Answers `what`, and `code` where it is about a box. */
  readonly sql: string;
  /** Set where the findings are worth knowing but no row is wrong. */
  readonly warning?: Warning;
}

/** Label of a finding: files that are left over, a backup that is late, a clock that was put back. */
type Warning = "left" | "late" | "odd";

/** Whether a delivery `d` was made here: what came from another system keeps to the rules of that one (decision 191). */
export const isOurs = "d.created > coalesce((select at from takeovers), '-infinity')";

/** Result of one proof. */
export interface Proof {
  readonly name: string;
  readonly over: string;
  /** Rows of the table that was looked through. */
  readonly checked: number;
  readonly violations: number;
  /** The first of them in words. */
  readonly first: readonly string[];
  readonly seconds: number;
  /** Set where the findings are wrong in no row, and are labelled so: `left`. */
  readonly warning?: Warning;
}

/** A proof that failed. */
export type Finding = Proof;
