import type { ClientBase } from "pg";
import { keepFiles } from "#server/database/jobs/backup-locks.ts";
import { connect } from "#server/database/connect.ts";
import type { Connection } from "#server/database/database.ts";
import { programVersion } from "#server/database/program-version.ts";
import { type Bringing, bringPackages, bringPictures } from "./bring-files.ts";
import type { Manifest } from "./manifest.ts";
import { BrokenBackup, readBackup } from "./read.ts";
import { stepBack } from "./step-back.ts";
import { backupBytes } from "./write.ts";

/** Another backup of the same database runs, here or on another server. */
export class BackupInProgress extends Error {}

interface Making extends Bringing {
  readonly connection: Connection;
  /** Asked when no other backup can run any more. */
  readonly isWanted?: () => Promise<boolean>;
}

/** A backup that was read again to its end after it was written. */
export interface MadeBackup {
  readonly name: string;
  readonly bytes: number;
  readonly manifest: Manifest;
}

/**
 * Makes a backup of what is committed at one moment, while people go on working, and proves it by reading it. It has its name only
 * when all that it names lies beside it.
 * @throws BackupInProgress; or what the database or the place say. Nothing has the name of a backup then.
 */
export async function makeBackup(making: Making): Promise<MadeBackup> {
  const { connection, say } = making;
  const keeper = await connect(connection);
  try {
    if (!(await keepFiles(keeper))) throw new BackupInProgress("Another backup of this database is running.");
    if (making.isWanted && !(await making.isWanted())) throw new BackupInProgress("Another server has just made it.");
    say("pictures");
    await bringPictures(keeper, making); // most of them before the snapshot: it keeps PostgreSQL from tidying up
    return await makeKept(making, keeper);
  } finally {
    await keeper.end();
  }
}

async function makeKept({ connection, ...making }: Making, keeper: ClientBase): Promise<MadeBackup> {
  const { to, signal, say } = making;
  const client = await connect(connection);
  try {
    await stepBack(client);
    await client.query("set idle_in_transaction_session_timeout = 0"); // while files are brought
    await client.query("set synchronize_seqscans = off"); // the same rows have the same order, and so the same SHA-256
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ taken: string }>("select now() as taken");
    const takenAt = new Date(rows[0]?.taken ?? Number.NaN);
    const name = to.nameOf(takenAt);
    const onTable = (table: string, count: number) => say(`table ${table}, about ${count.toLocaleString("en")} rows`);
    const { packages, lost } = await bringPackages(client, making);
    const bringLast = async () => {
      say("pictures of meanwhile");
      lost.push(...(await bringPictures(client, making)));
      await keeper.query("select"); // had its connection been lost, files could have been removed
      return lost;
    };
    const program = programVersion;
    const source = backupBytes({ client, program, taken: takenAt, packages, bringPictures: bringLast, onTable });
    const output: { manifest?: Manifest } = {};
    const bytes = async function* () {
      for (;;) {
        const { done, value } = await source.next();
        signal.throwIfAborted();
        if (done !== true) yield value;
        else return (output.manifest = value);
      }
    };
    await to.put(name, bytes());
    say("proof");
    return { name, ...(await proven(to, name, output.manifest)) };
  } finally {
    await client.end();
  }
}

/** Reads a backup that was just written; what is not as it was written does not keep its name. */
async function proven(
  to: Bringing["to"],
  name: string,
  written: Manifest | undefined,
): Promise<Omit<MadeBackup, "name">> {
  try {
    const manifest = await to.read(name, (bytes) => readBackup(bytes));
    if (manifest.before !== written?.before) throw new BrokenBackup("The backup is another one than was written.");
    return { manifest, bytes: (await to.place.has(name))?.length ?? 0 };
  } catch (error) {
    await to.place.remove(name);
    throw error;
  }
}
