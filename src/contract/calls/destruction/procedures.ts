import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/procedures.ts";

const touches = ["customers", "destruction-batches", "procedure-changes"] as const;

export const getProcedure = get("/customers/{id}/destruction/", "staff", of<typeof schemas.getProcedure>());

/** Changes a procedure. A change that protects less is only requested: it holds when another person has agreed and the waiting time is over. */
export const changeProcedure = post(
  "/customers/{id}/destruction/",
  "staff",
  touches,
  of<typeof schemas.changeProcedure>(),
);

/** A customer's user needs the right to approve, or there are none. */
export const listProcedureChanges = get("/procedure-changes/", "user", of<typeof schemas.listProcedureChanges>());
export const agreeToChange = post(
  "/procedure-changes/{id}/agree/",
  "user",
  touches,
  of<typeof schemas.agreeToChange>(),
);
export const withdrawChange = post(
  "/procedure-changes/{id}/withdraw/",
  "user",
  touches,
  of<typeof schemas.withdrawChange>(),
);
