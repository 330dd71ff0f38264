import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/procedures.ts";

const touches = ["customers", "destruction-batches", "procedure-changes"] as const;

export const getProcedure = route(
  { method: "GET", path: "/customers/{id}/destruction/", access: "staff", writes: false },
  of<typeof schemas.getProcedure>(),
);

/** What protects less is asked for by it, and holds only when another person has agreed and the waiting time is over. */
export const changeProcedure = route(
  { method: "POST", path: "/customers/{id}/destruction/", access: "staff", writes: true, touches },
  of<typeof schemas.changeProcedure>(),
);

/** A customer's user needs the right to approve, or there are none. */
export const listProcedureChanges = route(
  { method: "GET", path: "/procedure-changes/", access: "user", writes: false },
  of<typeof schemas.listProcedureChanges>(),
);

export const agreeToChange = route(
  { method: "POST", path: "/procedure-changes/{id}/agree/", access: "user", writes: true, touches },
  of<typeof schemas.agreeToChange>(),
);

export const withdrawChange = route(
  { method: "POST", path: "/procedure-changes/{id}/withdraw/", access: "user", writes: true, touches },
  of<typeof schemas.withdrawChange>(),
);
