import pino from "pino";
import { initialPasswordHours } from "#rules/access/users.ts";
import { expectBackupPlace } from "#server/backup/backup-trial.ts";
import { backUpNightly } from "#server/backup/nightly.ts";
import { misspelledVariables, readConfig } from "#server/config.ts";
import { qrCodeLines } from "#server/documents/codes/qr-code.ts";
import { demoLines } from "#server/demo-logins.ts";
import { type Listeners, openListeners } from "#server/listeners.ts";
import { NewerSchema } from "#server/database/migrate.ts";
import { programVersion } from "#server/database/program-version.ts";
import { ensureAdmin } from "#server/features/access/users/mutations.ts";
import { expectFreePorts } from "#server/free-port.ts";
import { startHousekeeping } from "#server/housekeeping.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { messageSenders } from "#server/messages/message-senders.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { notifyWebhooks } from "#server/messages/webhooks/queue-changes.ts";
import { openDatabase, type OpenDatabase } from "#server/open-database.ts";
import { FolderInUse } from "#server/postgres/folder-lock.ts";
import { measureBackups } from "#server/watching/backups.ts";
import { measureMessages } from "#server/watching/messages.ts";
import { Jobs } from "#server/watching/jobs.ts";
import { StoreUnavailable } from "#server/storage/file-store.ts";
import { expectAnswer, openStores } from "#server/storage/stores.ts";
import { openWorkers } from "#server/workers.ts";

/** Exit codes for whoever watches us: after a refusal nobody needs to try again, after a crash somebody should (tools/run.mjs). */
const [refusal, crash] = [1, 70] as const;

const config = readConfiguration();
const log = pino({ level: config.logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });

process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "crashed");
  process.exit(crash);
});
log.info({ version: programVersion }, `Magazin ${programVersion} starts`);
for (const misspelled of misspelledVariables(process.env)) log.warn(misspelled);

/** May come while it is still starting; then it is carried out when that is done, so that PostgreSQL ends in order, too. */
const stopRequest = new Promise<string>((resolve) => {
  const stopOrphan = () => resolve("whoever started this process is gone");
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
  process.once("disconnect", stopOrphan);
  if (process.send && !process.connected) stopOrphan(); // as early as during the imports
});

type Say = (message: string, detail?: object) => void;

async function start(): Promise<void> {
  const say: Say = (message, detail) => {
    log.info(detail ? { detail } : {}, message);
    if (detail && "final" in detail) process.exit(crash); // PostgreSQL does not stay up: let whoever watches us start anew
  };
  const waiting = new AbortController();
  void stopRequest.then(() => waiting.abort());
  const openResult = await openDatabase(config, say, {
    stopping: waiting.signal,
    onFolder: () => expectFreePorts(config),
  });
  try {
    await serve(openResult, say);
  } catch (error) {
    await openResult.close();
    throw error;
  }
}

async function serve({ db, connection, close }: OpenDatabase, say: Say): Promise<void> {
  const stores = await openStores(config);
  await expectAnswer(stores.place).catch((error: unknown) => waitForStore(error, say));
  const admin = await ensureAdmin(db, config);
  const now = () => new Date();
  const options = { db, config, now, jobs: new Jobs(now), stores };
  measureBackups(options.jobs, options);
  measureMessages(options.jobs, db);
  const listeners =
    config.workers === 1 ? await openListeners(options) : await openWorkers(config, connection, say, options.jobs);
  const address = config.publicUrl ?? listeners.address;
  console.log(`${config.productTitle} is ready: ${address}`);
  if (listeners.devices) printDeviceAddresses(listeners.devices);
  if (process.env["MAGAZIN_DEMO"]) for (const line of demoLines(address)) console.log(line);
  else if (admin) console.log(`First staff login: ${admin.email}${admin.password ? ` / ${admin.password}` : ""}`);
  if (admin?.password)
    console.log(`The password is good for ${initialPasswordHours} hours, until there is one of their own.`);

  if (config.backupUrl !== undefined)
    expectBackupPlace(config.backupUrl).catch(({ message }: Error) =>
      log.warn({ reason: message }, "backups cannot be made now"),
    );
  const leave = startHousekeeping(options, say);
  const press = new PdfWorkers({ processes: 1, heap: config.documentMemory }); // none before the first invoice is mailed
  const endSending = sendMessages(db, messageSenders(db, config, press), say);
  const endNotifying = notifyWebhooks(db, say);
  const endBackups = backUpNightly({ ...options, connection }, say);

  void stopRequest.then(async (reason) => {
    log.info({ reason }, "stopping");
    await Promise.all([listeners.close(), leave(), endNotifying(), endSending(), endBackups()]);
    await press.close();
    await close();
    process.exit(0);
  });
}

/** A phone is set up by the QR code; a file of lines is read by nobody's camera. */
function printDeviceAddresses({ desk, setup }: NonNullable<Listeners["devices"]>): void {
  console.log(`Other devices: ${desk}, and before their first time ${setup}`);
  if (process.stdout.isTTY) console.log(qrCodeLines(setup));
}

/** A store that does not answer now comes back: until then there are no pictures, and everything else goes on. @throws where it cannot */
function waitForStore(error: unknown, say: Say): void {
  if (!(error instanceof StoreUnavailable) || error.isLasting) throw error;
  say("pictures cannot be reached", { reason: error.message });
}

function readConfiguration() {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error(`Magazin cannot start: ${(error as Error).message.replaceAll("\n", "\n  ")}`);
    return process.exit(refusal);
  }
}

start().catch((error: Error) => {
  if (error.name === "AbortError") process.exit(0); // asked to stop while it waited for the database
  console.error(`${config.productTitle} cannot start: ${error.message}`);
  log.debug({ err: error }, "cannot start");
  // what kept going until a crash may go again, a full disk be emptied: unless it is somebody else's by now
  const again = process.env["MAGAZIN_AGAIN"] !== undefined;
  process.exit(again && !(error instanceof FolderInUse || error instanceof NewerSchema) ? crash : refusal);
});
