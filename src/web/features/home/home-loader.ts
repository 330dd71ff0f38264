import { backupState } from "#contract/calls/system/backups.ts";
import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { deliveryPlan } from "#contract/calls/deliveries/deliveries.ts";
import { listProcedureChanges } from "#contract/calls/destruction/procedures.ts";
import { listImports } from "#contract/calls/exchange/imports.ts";
import { listSessions } from "#contract/calls/access/sessions.ts";
import { worklist } from "#contract/calls/stocktake/stocktakes.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const homeQueries = {
  plan: queryFor(deliveryPlan),
  overview: queryFor(boxesOverview),
  worklist: queryFor(worklist),
  backup: queryFor(backupState),
  procedures: queryFor(listProcedureChanges),
  sessions: queryFor(listSessions),
  /** The latest one. */
  imports: queryFor(listImports, { query: { limit: 1 } }),
};

/** Home is where most begin: it loads nothing of what lists ask. */
export const load: Loader = ({ isStaff }) => {
  const { plan, overview, worklist: work, backup, procedures, sessions, imports } = homeQueries;
  return isStaff ? [plan, overview, work, backup, procedures, sessions] : [plan, imports, sessions];
};
