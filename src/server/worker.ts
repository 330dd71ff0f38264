import { once } from "node:events";
import pino from "pino";
import { readConfig } from "#server/config.ts";
import { Database, goodbye, servingLimits } from "#server/database/database.ts";
import { Secrets } from "#server/database/secrets/secrets.ts";
import { openListeners } from "#server/listeners.ts";
import type { Start, Word } from "#server/workers.ts";

// One of several server processes on one port (`WORKERS`): serves, and leaves the database and all jobs to who started it.
const config = readConfig(process.env);
const firstMessage = once(process, "message");
const stopRequest = new Promise<void>((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve());
  process.once("disconnect", () => resolve()); // whoever started this process is gone
});
const say = (word: Word) => process.send?.(word);

const [{ number, connection }] = (await firstMessage) as [Start];
const log = pino({ level: config.logLevel });
const onDisconnect = (error: Error) => log.info({ worker: number, reason: error.message }, "database connection lost");
const db = new Database(connection, {
  limits: servingLimits,
  secrets: new Secrets(config.secretsKeys),
  mails: config.mail !== undefined,
  sizes: config.databasePool,
  standbys: config.databaseReplicaUrls,
  onStandby: (message, detail) => log.info({ worker: number, detail }, message),
  onError: onDisconnect,
});
try {
  const listeners = await openListeners({ db, config, now: () => new Date() }, number);
  say({ address: listeners.address, devices: listeners.devices });
  await stopRequest;
  await listeners.close();
} catch (error) {
  say({ failure: (error as Error).message });
}
await db.close(goodbye);
process.exit(0);
