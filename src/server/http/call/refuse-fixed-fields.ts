import type { Route } from "#contract/route.ts";
import type { Call } from "#server/http/answers.ts";
import { databaseFor } from "#server/database/departments/department-reads.ts";
import { refuseFixed } from "#server/http/parsing/fixed-fields.ts";
import type { Exchange } from "./exchange.ts";

/** Refuses fields that cannot change, unless they are sent as the thing is now (decision 40). @throws 400 by field */
export function refuseFixedFields({ context, answer }: Exchange, call: Call<Route>, body: unknown): Promise<void> {
  const { read, shapes, fixed } = answer;
  const now = async () => shapes.staff(await read?.({ ...call, db: databaseFor(context.db, call.scope).read }));
  return refuseFixed(fixed, body, read ? now : null);
}
