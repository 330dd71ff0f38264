import type { Generated } from "kysely";
import type { CaseEvent, CaseKind, CaseState } from "#rules/stocktake/case-state.ts";
import type { ResultClass } from "#rules/stocktake/results.ts";
import type { CountState, StocktakeState } from "#rules/stocktake/stocktake-state.ts";

/** The tables of migration 0024: what was counted, and what is unclear. */
export interface StocktakeTables {
  stocktakes: {
    id: Generated<number>;
    name: Generated<string>;
    state: Generated<StocktakeState>;
    blind: Generated<boolean>;
    second_person: Generated<boolean>;
    created_by: number;
    created: Generated<string>;
    closed_by: number | null;
    closed: string | null;
    discard_reason: string | null;
  };
  stocktake_rows: {
    stocktake_id: number;
    row_id: number;
    area_id: number;
    area: string;
    number: number;
    state: Generated<CountState>;
    run: Generated<number>;
    counter: number | null;
    begun: string | null;
    ended: string | null;
    checked: string | null;
    checked_by: number | null;
  };
  stocktake_expected: {
    stocktake_id: number;
    row_id: number;
    run: number;
    box_id: number;
    code: string;
    part: number;
    height: number;
    /** Length of the box's history at that time. */
    seq: number;
  };
  stocktake_scans: {
    nth: Generated<number>;
    stocktake_id: number;
    row_id: number;
    run: number;
    part: number;
    height: number;
    code: string | null;
    hand: Generated<boolean>;
    at: string;
    by: number;
    scan: string;
    created: Generated<string>;
  };
  stocktake_looks: {
    stocktake_id: number;
    row_id: number;
    run: number;
    code: string;
    asked_by: number;
    asked: Generated<string>;
  };
  stocktake_accepted: {
    stocktake_id: number;
    row_id: number;
    code: string;
    class: ResultClass;
    case_id: number | null;
    by: number;
    at: Generated<string>;
  };
  cases: {
    id: Generated<number>;
    box_id: number | null;
    code: string;
    kind: CaseKind;
    state: Generated<CaseState>;
    text: string;
    stocktake_id: number | null;
    /** Length of the box's history when the case was opened. */
    seq: Generated<number>;
    opened_by: number;
    opened: Generated<string>;
    assignee: number | null;
    due_1: string;
    due_2: string;
    closed_by: number | null;
    closed: string | null;
  };
  case_events: {
    id: Generated<number>;
    case_id: number;
    kind: CaseEvent;
    user_id: number;
    text: string | null;
    meta: unknown;
    created: Generated<string>;
  };
}
