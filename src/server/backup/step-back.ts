import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type pg from "pg";

const low = constants.priority.PRIORITY_LOW;

/** Lets what people ask for come before the process that works for this connection, where that is one of this machine and we may. */
export async function stepBack(client: pg.Client): Promise<void> {
  if (!client.host.startsWith("/")) return;
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  try {
    // in a container the database's numbers may be those of other processes here
    if (readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("postgres:")) setPriority(pid, low);
  } catch {
    // no /proc, or another account's: then it is as quick as the others
  }
}

/** The same for this whole process. */
export const stepBackOurselves = (): void => setPriority(low);
