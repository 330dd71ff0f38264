import { rmSync } from "node:fs";
import path from "node:path";
import type { ClientBase } from "pg";
import { isEmpty } from "#server/backup/restore.ts";
import { putInPlace } from "#server/backup/set-aside.ts";
import { dropContents, setContentsAside, takeContentsBack } from "#server/backup/schema-aside.ts";
import { connect } from "#server/database/connect.ts";
import { beginRestore, findUnfinished, unfinishedTable } from "#server/backup/unfinished-restore.ts";
import { besideName } from "#server/postgres/half-restored.ts";
import { CommandError } from "#cli/command.ts";
import { openStores } from "#server/storage/stores.ts";
import { checkRestored, endingOf, restoreAll, type RestoreResult, type Restoring, targetOf } from "./restoring.ts";

/**
 * Restores into a database by its URL, the files into the data folder. Files that are there already stay, for one of the same name has
 * the same content; where the database has to give way, they give way with it. From its first change to its last the database says
 * that a restore has not ended, so that no server starts on a half of it, and the next restore begins where that one was killed.
 */
export async function restoreIntoDatabase(restoring: Restoring, url: string): Promise<RestoreResult> {
  const client = await connect(url);
  try {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'magazin' limit 1",
    );
    if (rows.length > 0) throw new CommandError("A server or a command works with this database: stop it first.");
    const ending = await begin(client, restoring);
    try {
      const result = await (ending === null ? restoreInto(restoring, url) : restoreBeside(restoring, url, ending));
      await client.query(`drop table ${unfinishedTable}`);
      return result;
    } catch (error) {
      await (ending === null ? dropContents(client) : takeContentsBack(client, schemaOf(ending)));
      throw error;
    }
  } finally {
    await client.end();
  }
}

const schemaOf = (ending: string) => ending.replaceAll(/[^a-z0-9]/gi, "_").toLowerCase();

/** Makes room; answers the ending of the names of what was set aside, or null where nothing had to be. */
async function begin(client: ClientBase, restoring: Restoring): Promise<string | null> {
  const interruption = await findUnfinished(client);
  if (interruption) {
    await dropContents(client, beginRestore(interruption));
    return interruption.ending;
  }
  if (await isEmpty(client)) {
    await dropContents(client, beginRestore({ ending: null }));
    return null;
  }
  await restoring.mayReplace("The database");
  const ending = endingOf(new Date());
  await setContentsAside(client, schemaOf(ending), beginRestore({ ending }));
  return ending;
}

async function restoreInto(restoring: Restoring, url: string): Promise<RestoreResult> {
  const stores = await openStores(restoring.at);
  await restoreAll(restoring, stores, url);
  return { findings: await checkRestored(url, stores), aside: [] };
}

async function restoreBeside(restoring: Restoring, url: string, ending: string): Promise<RestoreResult> {
  const { dataDir } = restoring;
  const beside = path.join(dataDir, besideName);
  rmSync(beside, { recursive: true, force: true }); // of a restore that was killed
  const target = await targetOf(restoring, beside, ending);
  try {
    await restoreAll(restoring, target.stores, url);
    const findings = await checkRestored(url, target.stores);
    const oldFolder = putInPlace(dataDir, beside, target.beside, ending);
    return { findings, aside: [`schema ${schemaOf(ending)}`, ...target.aside, ...oldFolder] };
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    await target.takeBack();
    throw error;
  }
}
