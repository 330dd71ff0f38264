import { sql } from "kysely";
import type { ClientBase } from "pg";
import type { Transaction } from "#server/database/database.ts";

// Any numbers that nothing else locks (`pg_advisory_lock` of one bigint); the migrations' runner has another one.
const oneBackup = 6_027_112_201;
const files = 6_027_112_202;

/**
 * For as long as the connection lives, no other backup of this database runs, on whatever server, and no file of a picture is
 * removed: a snapshot that is taken from now on finds the file of every row that it has. False where another backup runs.
 */
export async function keepFiles(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [oneBackup]);
  if (rows[0]?.free !== true) return false;
  await client.query("select pg_advisory_lock($1)", [files]); // waits for removals that are being claimed
  return true;
}

/** Says whether a backup runs, which may name files that no row has any more. None begins before the end of this transaction. */
export async function filesAreKept(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${files}) as free`.execute(tx);
  return rows[0]?.free !== true;
}
