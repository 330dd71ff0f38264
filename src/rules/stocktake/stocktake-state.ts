/** The states of a stocktake. */
export const StocktakeState = { open: 0, counting: 1, counted: 2, checked: 3, closed: 4, discarded: 9 } as const;
export type StocktakeState = (typeof StocktakeState)[keyof typeof StocktakeState];

/** The German word of each. */
export const stocktakeStateText: Record<StocktakeState, string> = {
  0: "offen",
  1: "läuft",
  2: "gezählt",
  3: "geprüft",
  4: "abgeschlossen",
  9: "verworfen",
};

/** States that may follow each state. The database holds the same in `stocktake_state_changes`, and `magazin check` compares them. */
export const nextStocktakeStates = {
  0: [1, 9],
  1: [2, 3, 9],
  2: [1, 3, 9],
  3: [4],
  4: [],
  9: [],
} satisfies Record<StocktakeState, StocktakeState[]>;

/** Progress of a row of a stocktake. */
export const CountState = { open: 0, counting: 1, counted: 2, checked: 3 } as const;
export type CountState = (typeof CountState)[keyof typeof CountState];
export const countStateText: Record<CountState, string> = { 0: "offen", 1: "wird gezählt", 2: "gezählt", 3: "geprüft" };

/** `I-000012` */
export const showStocktake = (number: number) => `I-${String(number).padStart(6, "0")}`;

/** Facts about a stocktake that decide what may be done to it. */
interface Standing {
  readonly state: StocktakeState;
  readonly rows_checked: number;
  readonly rows_count: number;
  /** Number of results that are accepted. */
  readonly accepted: number;
}

const isOver = ({ state }: Standing) => state === StocktakeState.closed || state === StocktakeState.discarded;
const over = ({ state }: Standing) => `Die Inventur ist ${stocktakeStateText[state]}.`;

/** Why it cannot be done to a stocktake, as a sentence; null where it can. */
export const stocktakeProblems = {
  edit: (it: Standing) => (isOver(it) || it.state === StocktakeState.checked ? over(it) : null),
  discard: (it: Standing) => {
    if (isOver(it)) return over(it);
    return it.accepted > 0 || it.state === StocktakeState.checked
      ? "Von dieser Inventur ist schon etwas übernommen."
      : null;
  },
  close: (it: Standing) => {
    if (isOver(it)) return over(it);
    return it.state === StocktakeState.checked ? null : "Es ist noch nicht alles gezählt und übernommen.";
  },
};
