import { join } from "node:path";
import { Client } from "pg";
import { chooseAccount } from "./account.ts";
import { type ServerAddress, runningAddress, newAddress, removeAddress, socketParent } from "./address.ts";
import { findBinaries, programIn, restoreLinks } from "./binaries.ts";
import { ensureCluster, ensureDatabase } from "./cluster.ts";
import { lockFolder, openFolder } from "./folder-lock.ts";
import { refuseHalfRestored } from "./half-restored.ts";
import { findRunning, readPidFile } from "./pid-file.ts";
import { adoptPostmaster, isAsPlanned, launch, type Plan, type Postmaster } from "./postmaster.ts";
import { availableMemory, embeddedSettings } from "./settings.ts";
import { supervise } from "./supervision.ts";
import { nameFullDisk } from "./disk-full.ts";

/** Connection data for `pg.Pool` and `pg.Client`; the host is the folder of a socket, or 127.0.0.1 on Windows. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** A running, supervised PostgreSQL that belongs to this process. */
export interface EmbeddedPostgres {
  /** The role `magazin`, not a superuser, on its database `magazin`. Stays the same over restarts of PostgreSQL. */
  readonly connection: EmbeddedConnection;
  /** The superuser on the database `postgres`: for tests that make databases, and for backups. */
  readonly superuser: EmbeddedConnection;
  /** Ends connections, stops PostgreSQL and gives the folder back. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR; the database lives in its folder `postgres`, the log beside it in `postgres.log`. */
  readonly dataDir: string;
  /** Further settings of PostgreSQL, such as `fsync: "off"` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** For the log. A detail with `final: true` says that PostgreSQL will not be started again by itself. */
  readonly onEvent?: (message: string, detail?: object) => void;
  /** Milliseconds in which a process has to end that uses the folder and lost its supervisor. Any other process is not waited for. */
  readonly timeouts?: number;
  /** Done as soon as the folder is ours, before PostgreSQL starts: what it throws ends the start. */
  readonly onFolder?: () => Promise<void>;
  /** The folder with PostgreSQL's `bin`, `lib` and `share`; by default the installed package. */
  readonly binaries?: string;
}

/**
 * Starts the embedded PostgreSQL on a data folder, or takes over the one that a killed process left running there, and
 * starts it again whenever it ends until `stop` is called. Makes what is missing: files, role, database.
 *
 * @throws Error in plain words when another process uses the folder, or PostgreSQL cannot run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = openFolder(options.dataDir);
  const unlock = await lockFolder(dataDir, {
    ...(options.timeouts !== undefined && { timeouts: options.timeouts }),
    onWait: (pid) =>
      options.onEvent?.("Waiting for another Magazin, whose supervisor is gone, to leave the data folder", { pid }),
  });
  try {
    refuseHalfRestored(dataDir);
    await options.onFolder?.();
    const { plan, first } = await start({ ...options, dataDir });
    const end = supervise({ first, onEvent: plan.onEvent, launch: (signal) => launch(plan, signal) });
    const stop = async () => {
      await end();
      removeAddress(plan.address.host);
      unlock();
    };
    let stopping: Promise<void> | undefined;
    return {
      connection: { ...plan.address, user: "magazin", database: "magazin" },
      superuser: superuserAt(plan.address),
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    unlock();
    throw nameFullDisk(dataDir, error as Error);
  }
}

async function start(options: EmbeddedOptions): Promise<{ plan: Plan; first: Postmaster }> {
  const { dataDir, binaries = findBinaries(), onEvent = () => undefined } = options;
  const clusterDir = join(dataDir, "postgres");
  const restoredLinks = restoreLinks(binaries);
  if (restoredLinks > 0) onEvent("Restored the links between PostgreSQL's libraries", { restored: restoredLinks });
  const folders = process.platform === "win32" ? [dataDir] : [dataDir, socketParent()];
  const account = chooseAccount(programIn(binaries, "postgres"), folders);
  const settings = { ...embeddedSettings(availableMemory()), ...options.settings };
  const preparation = { clusterDir, binaries, account, settings, onEvent, logFile: join(dataDir, "postgres.log") };

  const existingServer = await takeOver(dataDir, preparation);
  if (existingServer) return existingServer;

  const sync = settings["fsync"] !== "off";
  const made = await ensureCluster({ dataDir, clusterDir, binaries, account, sync });
  const plan = { ...preparation, address: await newAddress(dataDir, account) };
  try {
    const first = await launch(plan);
    await prepareDatabase(plan.address).catch((error) => first.stop().then(() => Promise.reject(error)));
    onEvent("PostgreSQL started", { pid: first.pid, account: account.name, made });
    return { plan, first };
  } catch (error) {
    removeAddress(plan.address.host);
    throw error;
  }
}

/** Takes over a running PostgreSQL if it can be reached and was started as it would be now; otherwise stops it. */
async function takeOver(dataDir: string, preparation: Omit<Plan, "address">) {
  const { clusterDir, onEvent } = preparation;
  const former = readPidFile(clusterDir);
  const running = findRunning(clusterDir);
  if (!running) {
    if (former) removeAddress(former.socketDir);
    return undefined;
  }
  const plan = { ...preparation, address: runningAddress(dataDir, running) };
  const first = adoptPostmaster(plan, running.pid);
  if (running.ready && isAsPlanned(plan)) {
    try {
      await prepareDatabase(plan.address);
      onEvent("Took over the PostgreSQL that was still running", { pid: running.pid });
      return { plan, first };
    } catch (error) {
      onEvent("The PostgreSQL that was still running does not answer", { reason: (error as Error).message });
    }
  }
  onEvent("Stopping the PostgreSQL that was still running", { pid: running.pid });
  await first.stop();
  removeAddress(running.socketDir);
  return undefined;
}

async function prepareDatabase(address: ServerAddress): Promise<void> {
  const client = new Client({ ...superuserAt(address), ssl: false, connectionTimeoutMillis: 10_000 });
  // Without a listener, a connection that breaks between two queries would end this process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await ensureDatabase(client, address.password);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function superuserAt(address: ServerAddress): EmbeddedConnection {
  return { ...address, user: "postgres", database: "postgres" };
}
