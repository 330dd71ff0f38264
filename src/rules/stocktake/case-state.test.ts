import { describe, expect, test } from "vitest";
import {
  caseActions,
  CaseKind,
  caseProblem,
  CaseStage,
  caseStageText,
  CaseState,
  showCase,
  stageOn,
} from "./case-state.ts";
import { acceptText, resultClasses } from "./results.ts";
import { showStocktake, StocktakeState, stocktakeProblems } from "./stocktake-state.ts";

describe("a case", () => {
  const due = { due_1: "2026-12-24", due_2: "2026-12-27" };

  test("is a second person's and whoever leads' from their days on", () => {
    const days = ["2026-12-23", "2026-12-24", "2026-12-26", "2026-12-27", "2027-01-01"];
    expect(days.map((day) => caseStageText[stageOn(due, day)])).toEqual([
      "suchen",
      "zweite Person",
      "zweite Person",
      "Leitung",
      "Leitung",
    ]);
    expect(stageOn({ due_1: "2026-12-24", due_2: "2026-12-24" }, "2026-12-24")).toBe(CaseStage.lead);
  });

  test("that is closed takes nothing any more, and only what is missing can be lost", () => {
    for (const action of caseActions)
      expect(caseProblem(action, { state: CaseState.closed, kind: CaseKind.missing })).toBe(
        "Der Klärfall ist geschlossen.",
      );
    const lossOf = (kind: CaseKind) => caseProblem("loss", { state: CaseState.open, kind });
    const kinds = Object.values(CaseKind).filter((kind) => lossOf(kind) === null);
    expect(kinds).toEqual([CaseKind.missing, CaseKind.disputed]);
    expect(caseProblem("loss", { state: CaseState.found, kind: CaseKind.missing })).toBe("Die Box ist gefunden.");
  });
});

test("a stocktake can be closed when all is checked, and given up before anything is", () => {
  const at = (state: StocktakeState, accepted = 0) => ({ state, rows_count: 2, rows_checked: 0, accepted });
  const closes = Object.values(StocktakeState).filter((state) => stocktakeProblems.close(at(state)) === null);
  expect(closes).toEqual([StocktakeState.checked]);
  const given = Object.values(StocktakeState).filter((state) => stocktakeProblems.discard(at(state)) === null);
  expect(given).toEqual([StocktakeState.open, StocktakeState.counting, StocktakeState.counted]);
  expect(stocktakeProblems.discard(at(StocktakeState.counting, 1))).toBe(
    "Von dieser Inventur ist schon etwas übernommen.",
  );
});

test("only what was moved meanwhile needs no accepting", () => {
  expect(resultClasses.filter((each) => acceptText[each] === null)).toEqual(["moved"]);
});

test("stocktakes and cases have numbers as people read them", () => {
  expect([showStocktake(12), showCase(1_234_567)]).toEqual(["I-000012", "K-1234567"]);
});
