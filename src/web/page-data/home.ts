import { backupState } from "#contract/calls/backups.ts";
import { boxesOverview } from "#contract/calls/boxes.ts";
import { deliveryPlan } from "#contract/calls/deliveries.ts";
import { listProcedureChanges } from "#contract/calls/destruction/procedures.ts";
import { listImports } from "#contract/calls/imports.ts";
import { listSessions } from "#contract/calls/sessions.ts";
import { worklist } from "#contract/calls/stocktakes/stocktakes.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Wanted } from "./ask.ts";

export { askFor } from "./ask.ts";

/** What the home page asks for first: it is where most begin, and loads nothing of what lists ask for. */
export const home: Wanted = ({ isStaff }) =>
  isStaff
    ? [
        queryFor(deliveryPlan),
        queryFor(boxesOverview),
        queryFor(worklist),
        queryFor(backupState),
        queryFor(listProcedureChanges),
        queryFor(listSessions),
      ]
    : [queryFor(deliveryPlan), queryFor(listImports, { query: { limit: 1 } }), queryFor(listSessions)];
