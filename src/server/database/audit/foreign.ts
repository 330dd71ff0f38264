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
 * Whether there is such a thing that a caller was told not to be there: then it is somebody else's. For the log alone, after the answer has gone: how
 * long it takes tells nobody anything.
 */
export async function isForeign(db: Reader, noun: string, id: number): Promise<boolean> {
  const table = tables[noun];
  if (table === undefined) return false;
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from ${sql.table(table)} where id = ${id}) as there`.execute(db);
  return rows[0]?.there ?? false;
}
