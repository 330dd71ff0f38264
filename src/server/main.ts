import pino from "pino";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { ensureAdmin } from "#server/features/users/mutations.ts";
import { stopServing } from "#server/http/patience.ts";
import { openDatabase } from "#server/open-database.ts";

const config = readConfig(process.env);
const log = pino({ level: config.logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });

/** May come while it is still starting; then it is carried out when that is done, so that PostgreSQL ends in order, too. */
const stopRequest = new Promise<string>((resolve) => {
  const orphaned = () => resolve("whoever started this process is gone");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
  process.once("disconnect", orphaned);
  if (process.send && !process.connected) orphaned(); // as early as during the imports
});

async function start(): Promise<void> {
  const { db, close } = await openDatabase(config, (message, detail) => {
    log.info(detail ? { detail } : {}, message);
    if (detail && "final" in detail) process.exit(1); // PostgreSQL does not stay up: let whoever watches us start anew
  });
  try {
    await serve(db, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function serve(db: Database, close: () => Promise<void>): Promise<void> {
  const admin = await db.write((tx) => ensureAdmin(tx, config));
  const app = await buildApp({ db, config, now: () => new Date() }, { level: config.logLevel });
  const address = await app.listen({ port: config.port, host: config.host });
  console.log(`${config.productTitle} is ready: ${config.publicUrl ?? address}`);
  if (admin) console.log(`First staff login: ${admin.email}${admin.password ? ` / ${admin.password}` : ""}`);

  void stopRequest.then(async (reason) => {
    log.info({ reason }, "stopping");
    await stopServing(app);
    await close();
    process.exit(0);
  });
}

start().catch((error: Error) => {
  console.error(`${config.productTitle} cannot start: ${error.message}`);
  log.debug({ err: error }, "cannot start");
  process.exit(1);
});
