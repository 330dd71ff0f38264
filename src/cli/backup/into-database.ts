import { rmSync } from "node:fs";
import path from "node:path";
import { isEmpty } from "#server/backup/restore.ts";
import { putInPlace } from "#server/backup/set-aside.ts";
import { setContentsAside } from "#server/backup/schema-aside.ts";
import { connect } from "#server/database/connect.ts";
import { Failed } from "#cli/command.ts";
import { openStores } from "#server/storage/stores.ts";
import { checkRestored, endingOf, restoreAll, type Restored, type Restoring, targetOf } from "./restoring.ts";

/**
 * Restores into a database by its URL, the files into the data folder. Files that are there already stay, for one of the same name has
 * the same content; where the database has to give way, they give way with it.
 */
export async function restoreIntoDatabase(restoring: Restoring, url: string): Promise<Restored> {
  const client = await connect(url);
  try {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'magazin' limit 1",
    );
    if (rows.length > 0) throw new Failed("A server or a command works with this database: stop it first.");
    const { dataDir } = restoring;
    if (await isEmpty(client)) {
      const stores = await openStores(restoring.at);
      await restoreAll(restoring, stores, url);
      return { findings: await checkRestored(url, stores), aside: [] };
    }
    await restoring.mayReplace("The database");
    const ending = endingOf(new Date());
    const schema = ending.replaceAll(/[^a-z0-9]/gi, "_").toLowerCase();
    const beside = path.join(dataDir, "restoring");
    rmSync(beside, { recursive: true, force: true }); // of a restore that was killed
    const target = await targetOf(restoring, beside, ending);
    const takeBack = await setContentsAside(client, schema);
    try {
      await restoreAll(restoring, target.stores, url);
      const findings = await checkRestored(url, target.stores);
      const renamed = putInPlace(dataDir, beside, target.beside, ending);
      return { findings, aside: [`schema ${schema}`, ...target.aside, ...renamed] };
    } catch (error) {
      rmSync(beside, { recursive: true, force: true });
      await takeBack();
      await target.takeBack();
      throw error;
    }
  } finally {
    await client.end();
  }
}
