import pino from "pino";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { ensureAdmin } from "#server/features/users/mutations.ts";
import { openDatabase } from "#server/open-database.ts";

const config = readConfig(process.env);
const log = pino({ level: config.logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });

async function start(): Promise<void> {
  const { db, close } = await openDatabase(config, (message, detail) => {
    log.info(detail ?? {}, message);
    if (detail && "final" in detail) process.exit(1); // PostgreSQL does not stay up: let whoever watches us start anew
  });
  const admin = await db.write((tx) => ensureAdmin(tx, config));
  const app = await buildApp({ db, config, now: () => new Date() }, { level: config.logLevel });

  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "stopping");
    await app.close();
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  process.once("disconnect", () => void stop("whoever started this process is gone"));

  const address = await app.listen({ port: config.port, host: config.host });
  console.log(`${config.productTitle} is ready: ${config.publicUrl ?? address}`);
  if (admin) console.log(`First staff login: ${admin.email}${admin.password ? ` / ${admin.password}` : ""}`);
}

start().catch((error: Error) => {
  console.error(`${config.productTitle} cannot start: ${error.message}`);
  log.debug({ err: error }, "cannot start");
  process.exit(1);
});
