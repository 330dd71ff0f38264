import type { List } from "#contract/list.ts";
import { nameLength } from "#contract/limits.ts";
import { CaseKind, caseKindText, CaseState, caseStateText } from "#rules/stocktake/case-state.ts";

export const caseList = {
  orders: { number: "Nummer", due: "Fällig" },
  filters: {
    state: { label: "Stand", type: "choice", values: CaseState, texts: caseStateText },
    kind: { label: "Art", type: "choice", values: CaseKind, texts: caseKindText },
    code: { label: "Code", type: "text", max: nameLength },
    // what there is to choose from comes with the list
    assignee: { label: "Zuständig", type: "reference" },
    open: {
      label: "Offen",
      type: "choice",
      values: { all: "all", due: "due", asks: "asks" },
      texts: { all: "alle offenen", due: "fällige", asks: "inzwischen gescannte" },
    },
  },
} as const satisfies List;
