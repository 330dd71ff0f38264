import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config.ts";
import { isDatabaseAway } from "#server/database/connect.ts";
import { type Connection, Database, goodbye, servingLimits } from "#server/database/database.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { sealHistory, unsealHistory } from "#server/database/seal-history.ts";
import { sealSecrets } from "#server/database/secrets/seal-secrets.ts";
import { Secrets } from "#server/database/secrets/secrets.ts";
import { migrate } from "#server/database/migrate.ts";
import { refuseUnfinished } from "#server/backup/unfinished-restore.ts";

/** An open database, and how to let go of it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

/** ms; a server that was left alone by a killed supervisor may still be stopping when the next one is started. */
const timeouts = 20_000;
/** ms; after a power failure the database's machine may come up after ours. */
const bootPatience = 60_000;
const pause = 1_000; // ms between two attempts to reach it
const saidEvery = 5; // attempts

interface Opening {
  /** Ends the waiting. */
  readonly stopping?: AbortSignal;
  /** Done when no other server has the data folder any more, before there is a database. */
  readonly onFolder?: () => Promise<void>;
}

type Log = (message: string, detail?: object) => void;

/** Opens the database of the configuration, embedded or by URL, at its newest schema; waits a minute for one that is not there yet. */
export async function openDatabase(
  config: Pick<
    Config,
    "databaseUrl" | "databaseReplicaUrls" | "dataDir" | "databasePool" | "workers" | "secretsKeys" | "mail"
  >,
  log: Log,
  { stopping, onFolder }: Opening = {},
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) await onFolder?.();
  const embedded = { dataDir, onEvent: log, timeouts, ...(onFolder && { onFolder }) };
  const postgres = databaseUrl === undefined ? await startEmbedded(embedded) : null;
  const connection = config.databaseUrl ?? postgres?.connection ?? "";
  try {
    const prepare = async () => {
      await refuseUnfinished(connection);
      const onWait = () => log("a migration waits for a table that somebody uses, such as a backup");
      const superuser = postgres && { ...postgres.superuser, database: postgres.connection.database };
      const ran = await migrate(connection, { onWait, ...(superuser && { onBegin: () => unsealHistory(superuser) }) });
      if (ran.length > 0) log("database migrated", { migrations: ran });
      if (superuser) await sealHistory(superuser);
    };
    await whenThere(prepare, log, stopping);
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
  let closing = false; // PostgreSQL may end before the last goodbye of the pool reaches it
  const db = new Database(connection, {
    limits: servingLimits,
    secrets: new Secrets(config.secretsKeys),
    mails: config.mail !== undefined,
    sizes: config.databasePool,
    standbys: config.workers === 1 ? config.databaseReplicaUrls : [], // several processes have their own
    onStandby: log,
    onError: (error) => closing || log("database connection lost", { reason: error.message }),
  });
  const close = async () => {
    closing = true;
    await db.close(goodbye);
    await postgres?.stop();
  };
  try {
    const secrets = await sealSecrets(db);
    if (secrets > 0) log("sealed secrets of the tables", { secrets });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, connection, close };
}

/** Does what needs the database as soon as that is there. */
async function whenThere(work: () => Promise<void>, log: Log, stopping?: AbortSignal): Promise<void> {
  const end = AbortSignal.timeout(bootPatience);
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || end.aborted) throw error;
      if (attempt % saidEvery === 0) log(`${(error as Error).message} Trying again for up to a minute ...`);
      await sleep(pause, undefined, stopping && { signal: stopping });
    }
  }
}
