import { once } from "node:events";
import pino from "pino";
import { readConfig } from "#server/config.ts";
import { Database, goodbye, servingLimits } from "#server/database/database.ts";
import { Secrets } from "#server/database/secrets/secrets.ts";
import { openDoors } from "#server/doors.ts";
import type { Start, Word } from "#server/workers.ts";

// One of several server processes on one port (`WORKERS`): serves, and leaves the database and all jobs to who started it.
const config = readConfig(process.env);
const said = once(process, "message");
const stopRequest = new Promise<void>((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve());
  process.once("disconnect", () => resolve()); // whoever started this process is gone
});
const say = (word: Word) => process.send?.(word);

const [{ number, connection }] = (await said) as [Start];
const log = pino({ level: config.logLevel });
const lost = (error: Error) => log.info({ worker: number, reason: error.message }, "database connection lost");
const db = new Database(connection, {
  limits: servingLimits,
  secrets: new Secrets(config.secretsKeys),
  sizes: config.databasePool,
  standbys: config.databaseReplicaUrls,
  onStandby: (message, detail) => log.info({ worker: number, detail }, message),
  onError: lost,
});
try {
  const doors = await openDoors({ db, config, now: () => new Date() }, number);
  say({ address: doors.address, devices: doors.devices });
  await stopRequest;
  await doors.close();
} catch (error) {
  say({ failure: (error as Error).message });
}
await db.close(goodbye);
process.exit(0);
