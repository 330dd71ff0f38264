import { sql } from "kysely";
import { ImportState } from "#rules/exchange/imports/import-state.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { ownRights, type Scope } from "#server/database/scope.ts";

/** Counts the lists that are neither taken over nor given up: of a user, and of a customer. */
export async function openImports(
  db: Reader | Transaction,
  userId: number,
  customer: number,
): Promise<{ readonly ofUser: number; readonly ofCustomer: number }> {
  const { rows } = await sql<{ ofUser: number; ofCustomer: number }>`
    select (select count(*) from imports where state = 0 and user_id = ${userId}::bigint)::int as "ofUser",
      (select count(*) from imports where state = 0 and customer_id = ${customer}::bigint)::int as "ofCustomer"`.execute(
    db,
  );
  return rows[0] ?? { ofUser: 0, ofCustomer: 0 };
}

/** Says whether a user may send in lists at all. */
export async function mayStoreAnywhere(db: Reader, scope: Scope): Promise<boolean> {
  if (scope.isStaff) return true;
  const { rows } = await sql`select from ${ownRights(scope)} r where may_store limit 1`.execute(db);
  return rows.length > 0;
}

/** Says whether a user may send in lists of a customer, whose right is locked until then. */
export async function mayStore(
  tx: Transaction,
  { isStaff, userId, customerIds }: Scope,
  customer: number,
): Promise<boolean> {
  if (isStaff || !customerIds.includes(customer)) return isStaff;
  const right = tx.selectFrom("customer_users").select("may_store").where("user_id", "=", userId);
  const importRight = await right.where("customer_id", "=", customer).forShare().executeTakeFirst();
  return importRight?.may_store ?? false;
}

const days = 7;
const atOnce = 5; // a list may have some hundred thousand rows

/** Gives up the lists that nobody has sent in, mapped or checked for a week; answers how many. */
export async function forgetImports(db: Database, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (let batchSize = atOnce; batchSize === atOnce && !signal.aborted; total += batchSize)
    batchSize = await db.write(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from imports where state = 0 and greatest(created, checked) < now() - make_interval(days => ${days}::int)
        order by id limit ${atOnce} for update skip locked`.execute(tx);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await giveUpImports(tx, ids);
      return ids.length;
    });
  return total;
}

/** Gives up lists, which are locked: what was read of them goes, and that they were sent in stays. */
export async function giveUpImports(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom("import_rows").where("import_id", "in", ids).execute();
  const set = { state: ImportState.discarded, file: null, plan: null, preview: "[]", samples: "[]", corrections: "[]" };
  const counts = { errors: 0, left_out: 0, years: 0, warnings: 0 };
  await tx
    .updateTable("imports")
    .set({ ...set, ...counts })
    .where("id", "in", ids)
    .execute();
}
