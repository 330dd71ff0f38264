import type { BoxState } from "#rules/stock/box-state.ts";
import type { ContentState } from "#rules/stock/content-state.ts";

/** Step in the life of a box after its creation; `seed-boxes` knows the history entry of each. */
export type LifeStep =
  | "move"
  | "moveElsewhere"
  | "order"
  | "pick"
  | "handOver"
  | "announce"
  | "receive"
  | "release"
  | "report"
  | "mark"
  | "reset"
  | "destroy"
  | "reactivate"
  | "cancel"
  | "orderContent"
  | "pickContent"
  | "missContent";

/** Deliveries are made of things with the same ending. */
export type Ending = "done" | "open" | "cancelled";

/** The course of a box's life, and how many boxes have it among a customer's oldest, usual and newest ones. */
export interface BoxCourse {
  readonly state: BoxState;
  readonly markedFrom?: BoxState;
  readonly steps: readonly LifeStep[];
  readonly weights: readonly [oldest: number, usual: number, newest: number];
  /** True where the box stands on its place today. */
  readonly holdsPlace?: boolean;
  readonly delivery?: Ending;
  /** State of the box's first content, where that one was ordered. */
  readonly content?: ContentState;
}

export const boxCourses: readonly BoxCourse[] = [
  { state: 0, steps: [], weights: [0, 0, 85] },
  { state: 1, steps: ["move"], weights: [44, 73, 10], holdsPlace: true },
  { state: 1, steps: ["moveElsewhere", "move"], weights: [8, 6, 0], holdsPlace: true },
  { state: 1, steps: ["moveElsewhere", "mark", "reset", "move"], weights: [0.5, 0.2, 0], holdsPlace: true },
  {
    state: 1,
    steps: ["moveElsewhere", "order", "pick", "handOver", "announce", "receive", "move"],
    weights: [3, 2, 0],
    holdsPlace: true,
    delivery: "done",
  },
  { state: 1, steps: ["move", "order", "cancel"], weights: [0.4, 0.4, 0], holdsPlace: true, delivery: "cancelled" },
  {
    state: 1,
    steps: ["move", "orderContent", "pickContent"],
    weights: [1, 2, 0],
    holdsPlace: true,
    delivery: "done",
    content: 1,
  },
  {
    state: 1,
    steps: ["move", "orderContent", "missContent"],
    weights: [0.1, 0.2, 0],
    holdsPlace: true,
    delivery: "done",
    content: 3,
  },
  { state: 1, steps: ["move", "orderContent"], weights: [0.1, 0.2, 0], holdsPlace: true, delivery: "open", content: 2 },
  { state: 2, steps: ["move", "order", "pick", "handOver"], weights: [7, 7, 0], delivery: "done" },
  { state: 2, steps: ["move", "order", "pick", "handOver", "announce"], weights: [0.4, 0.4, 0], delivery: "done" },
  { state: 2, steps: ["move", "release"], weights: [1, 1, 0] },
  { state: 2, steps: ["move", "destroy", "reactivate"], weights: [0.2, 0, 0] },
  { state: 3, steps: ["move", "report"], weights: [0.3, 0.3, 0] },
  { state: 4, steps: ["move", "order"], weights: [0.2, 0.3, 0], holdsPlace: true, delivery: "open" },
  { state: 4, steps: ["move", "order", "pick"], weights: [0.1, 0.1, 0], delivery: "open" },
  { state: 5, steps: ["receive"], weights: [0, 0, 4] },
  {
    state: 5,
    steps: ["move", "order", "pick", "handOver", "announce", "receive"],
    weights: [0.8, 0.8, 0],
    delivery: "done",
  },
  { state: 6, steps: ["move", "destroy"], weights: [8, 0, 0] },
  { state: 6, steps: ["move", "mark", "destroy"], weights: [20, 0.1, 0] },
  { state: 7, markedFrom: 1, steps: ["move", "mark"], weights: [5, 1, 0], holdsPlace: true },
  { state: 7, markedFrom: 0, steps: ["mark"], weights: [0, 0, 1] },
  { state: 7, markedFrom: 2, steps: ["move", "release", "mark"], weights: [0.3, 0.1, 0] },
];
