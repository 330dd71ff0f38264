import { sql } from "kysely";
import type { WaitingThings } from "#rules/waiting-lines.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { ownRows, type Scope } from "#server/database/scope.ts";
import { waitingRow, type WaitingRow, waitingThings } from "#server/database/sql/waiting-rows.ts";

const importColumns = sql`id, customer_id, name, checked, errors, created, by_customer, state`;

/** Lists that were sent in and are neither taken over nor given up: with errors, or to go on with. */
const imports = (from: Sql, which: Sql) => {
  const since = sql`coalesce(i.checked, i.created)`;
  const fields = { since, id: sql`i.id`, name: sql`i.name` };
  const hasErrors = sql`(i.checked is not null and i.errors > 0)`;
  return sql<WaitingRow>`
    with open as materialized (select i.* from ${from} where i.state = 0 and ${which})
    ${waitingRow("import_errors", sql`open i where ${hasErrors}`, fields)}
    union all
    ${waitingRow("import_open", sql`open i where not ${hasErrors}`, fields)}`;
};

/** The lists that wait: of the archive's people, or those that users of the caller's customers sent in, where the caller may import. */
export async function listsFor(db: Reader, { userId, isStaff, customerIds }: Scope): Promise<WaitingThings[]> {
  const nameOf = (_kind: unknown, _id: number, name: string | null) => name ?? "";
  if (isStaff)
    return waitingThings(await db.list("home-imports", imports(sql`imports i`, sql`not i.by_customer`)), nameOf);
  const from = ownRows("imports", importColumns, customerIds, sql`i`);
  const mine = sql`i.by_customer and exists (
    select from customer_users u where u.user_id = ${userId}::bigint and u.customer_id = i.customer_id and u.may_store)`;
  return waitingThings(await db.list("home-imports-seen", imports(from, mine)), nameOf);
}
