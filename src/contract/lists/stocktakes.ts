import type { List } from "#contract/list.ts";
import { nameLength } from "#contract/limits.ts";
import { resultClassText, resultClasses } from "#rules/stocktake/results.ts";
import { StocktakeState, stocktakeStateText } from "#rules/stocktake/stocktake-state.ts";

export const stocktakeList = {
  orders: { number: "Nummer" },
  filters: { state: { label: "Stand", type: "choice", values: StocktakeState, texts: stocktakeStateText } },
} as const satisfies List;

const classes = Object.fromEntries(resultClasses.map((each) => [each, each])) as {
  [Class in (typeof resultClasses)[number]]: Class;
};

/** Results of counting the rows that have ended. */
export const resultList = {
  orders: { place: "Platz", code: "Code" },
  filters: {
    class: { label: "Ergebnis", type: "choice", values: classes, texts: resultClassText },
    // what there is to choose from are the rows of the stocktake
    row: { label: "Reihe", type: "reference" },
    state: {
      label: "Stand",
      type: "choice",
      values: { open: "open", accepted: "accepted", look: "look" },
      texts: { open: "offen", accepted: "übernommen", look: "nachzusehen" },
    },
    code: { label: "Code", type: "text", max: nameLength },
  },
} as const satisfies List;
