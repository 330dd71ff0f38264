import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";

/** Where the things lie whose id stands in a path: by its first word. */
const tables: Readonly<Record<string, string>> = {
  boxes: "boxes",
  boximages: "images",
  boxcontents: "contents",
  customers: "customers",
  users: "users",
  deliveries: "deliveries",
  holds: "holds",
  "destruction-batches": "destruction_batches",
  "procedure-changes": "procedure_changes",
  imports: "imports",
};

/**
 * Says whether a thing exists that a caller was answered not to exist: then it is somebody else's. This is for the log alone, after the answer has
 * gone, so that its duration reveals nothing.
 */
export async function isForeign(db: Reader, noun: string, id: number): Promise<boolean> {
  const table = tables[noun];
  if (table === undefined) return false;
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from ${sql.table(table)} where id = ${id}) as there`.execute(db);
  return rows[0]?.there ?? false;
}
