import { sql } from "kysely";
import { type Database, type Reader, readerIn, type Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { departmentSchema, enterDepartment } from "./narrow-views.ts";

/** The database as a caller has it who changes something: who sees a part of a customer reads that part. */
export function databaseFor(db: Database, scope: Scope | null): Database {
  if (!scope?.department) return db;
  const own: Partial<Database> = db.departmentReads(scope.userId);
  const narrow = { ...own, ownSearch: own.search };
  return new Proxy(db, {
    get(target, name) {
      if (name in narrow) return narrow[name as keyof typeof narrow];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Reads in a transaction what it has changed, as the caller sees it; what the transaction does afterwards sees everything again. */
export async function readInAs<T>(tx: Transaction, scope: Scope | null, work: (db: Reader) => Promise<T>): Promise<T> {
  if (!scope?.department) return work(readerIn(tx));
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(tx);
  const lookInto = (path: string) => sql`select set_config('search_path', ${path}, true)`.execute(tx);
  for (const step of enterDepartment(scope.userId)) await step.execute(tx);
  await lookInto(`${departmentSchema},public`);
  const result = await work(readerIn(tx));
  await lookInto(rows[0]?.path ?? "public");
  return result;
}

/** Those of some boxes that the caller sees, of what they may see at all by their customers. */
export async function boxesSeen(tx: Transaction, scope: Scope, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!scope.department) return new Set(ids);
  const select = sql<{ id: number }>`select id from boxes where id = any(${ids}::bigint[])`;
  return readInAs(tx, scope, async (db) => new Set((await select.execute(db)).rows.map(({ id }) => id)));
}

/** Says whether the caller sees a delivery of a customer whose deliveries they may see. */
export async function seesDelivery(tx: Transaction, scope: Scope, id: number): Promise<boolean> {
  if (!scope.department) return true;
  const select = sql`select from deliveries where id = ${id}::bigint`;
  return readInAs(tx, scope, async (db) => (await select.execute(db)).rows.length > 0);
}
