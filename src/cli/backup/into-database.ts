import { rmSync } from "node:fs";
import path from "node:path";
import { isEmpty } from "#server/backup/restore.ts";
import { filesOfArchive, putInPlace } from "#server/backup/set-aside.ts";
import { setContentsAside } from "#server/backup/schema-aside.ts";
import { connect } from "#server/database/connect.ts";
import { Failed } from "#cli/command.ts";
import { checkRestored, endingOf, restoreAll, type Restored, type Restoring } from "./restoring.ts";

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
      await restoreAll(restoring, dataDir, url);
      return { findings: await checkRestored(url, dataDir), aside: [] };
    }
    await restoring.mayReplace("The database");
    const ending = endingOf(new Date());
    const schema = ending.replaceAll(/[^a-z0-9]/gi, "_").toLowerCase();
    const beside = path.join(dataDir, "restoring");
    rmSync(beside, { recursive: true, force: true }); // of a restore that was killed
    const takeBack = await setContentsAside(client, schema);
    try {
      await restoreAll(restoring, beside, url);
      const findings = await checkRestored(url, beside);
      return { findings, aside: [`schema ${schema}`, ...putInPlace(dataDir, beside, filesOfArchive, ending)] };
    } catch (error) {
      rmSync(beside, { recursive: true, force: true });
      await takeBack();
      throw error;
    }
  } finally {
    await client.end();
  }
}
