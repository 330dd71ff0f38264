/** Boxes that were made one after the other: of which customer, the codes of the first and the last, and how wide they are. */
export interface NewBoxes {
  readonly owner: number;
  readonly first: string;
  readonly last: string;
  readonly size: number;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Handed to the list by the form that made them, and back to it for more of the same. */
    newBoxes?: NewBoxes | undefined;
  }
}
