/** The states of a box (specification 4). */
export const BoxState = {
  created: 0,
  inStock: 1,
  notInStock: 2,
  inconsistent: 3,
  ordered: 4,
  retour: 5,
  destroyed: 6,
  marked: 7,
} as const;
export type BoxState = (typeof BoxState)[keyof typeof BoxState];

export const boxStates = Object.values(BoxState);

/** The German word of each state (specification 4). */
export const boxStateText: Record<BoxState, string> = {
  0: "erstellt",
  1: "eingelagert",
  2: "nicht eingelagert",
  3: "inkonsistent",
  4: "angefordert",
  5: "retour",
  6: "vernichtet",
  7: "markiert zur Vernichtung",
};

/**
 * States that may follow each state (product 4). The database holds the same table in `box_state_changes` and refuses every other change;
 * `box-state.test` compares the two.
 */
export const nextBoxStates = {
  0: [1, 5, 6, 7],
  1: [2, 3, 4, 6, 7],
  2: [1, 3, 5, 6, 7],
  3: [1, 2, 5, 6, 7],
  4: [1, 2, 3, 5],
  5: [1, 2, 3, 6, 7],
  6: [2],
  7: [0, 1, 2, 3, 5, 6],
} satisfies Record<BoxState, BoxState[]>;

/** From which states each action starts (product 4). */
export const mayBox = {
  store: [0, 2, 3, 5],
  move: [1, 4, 7],
  release: [1, 3, 5],
  receive: [0, 2, 3, 4],
  delete: [0],
  mark: [0, 1, 2, 3, 5],
  resetMark: [7],
  destroy: [0, 1, 2, 3, 5, 7],
  changeDestruction: [6],
  reactivate: [6],
  reportInconsistent: [1, 2, 4, 5],
} satisfies Record<string, BoxState[]>;
export type BoxAction = keyof typeof mayBox;

/** Says whether the action is allowed on a box in this state. */
export function mayBe(action: BoxAction, state: BoxState): boolean {
  return (mayBox[action] as readonly BoxState[]).includes(state);
}
