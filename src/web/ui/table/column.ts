import type { ReactNode } from "react";

/** Part of each row that a list shows, and the heading above it. */
export type TableColumn<T> = {
  /** Name of the column in the address's order. */
  key: string;
  label: string;
  cell: (row: T) => ReactNode;
  sortable?: boolean | undefined;
  align?: "left" | "right" | undefined;
  /** Carries the link and the card's title; without it the first column does. */
  main?: boolean | undefined;
  /** Takes the room that is left and cuts long texts. */
  grow?: boolean | undefined;
  /** On a phone: beside the title, in the second line (the default), or not at all. */
  phone?: "beside" | "below" | "hidden" | undefined;
  /** Keeps the heading for screen readers only, as above buttons. */
  bare?: boolean | undefined;
};
