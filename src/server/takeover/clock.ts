/** The time of whoever reads, and how it waits. */
export interface Clock {
  readonly now: () => Date;
  /** Ends after so many ms. */
  readonly sleep: (ms: number) => Promise<void>;
}
