import { sql } from "kysely";
import type { Reply } from "#contract/route.ts";
import type { getSecondFactor } from "#contract/calls/access/second-factor.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

/** Returns the state of the caller's second factor. */
export async function secondFactorOfCaller(db: Reader, scope: Scope): Promise<Reply<typeof getSecondFactor>> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from recovery_codes where recovery_codes.user_id = second_factors.user_id) as left
    from second_factors where user_id = ${scope.userId} and confirmed is not null`.execute(db);
  const [on] = rows;
  if (on) return { state: "on", recovery_codes_left: on.left };
  return { state: scope.lacksFactor ? "required" : "off", recovery_codes_left: 0 };
}
