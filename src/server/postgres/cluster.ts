import { execFile } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { type Account, commandAs, giveTo } from "./account.ts";
import { keptPassword } from "./address.ts";
import { embeddedMajorVersion, programIn } from "./binaries.ts";

const run = promisify(execFile);

/** Name of the operating system's plain UTF-8 locale; sorting and upper case come from PostgreSQL itself. */
const systemLocale = { darwin: "en_US.UTF-8", win32: "en-US" }[process.platform as string] ?? "C.UTF-8";

/**
 * Makes the database files if there are none, and sees that the account may work with those that are there. Files are
 * made beside their place and moved there when they are complete. Answers with whether they were made now.
 *
 * @throws Error in plain words when the folder holds something else, belongs to somebody else or to another PostgreSQL.
 */
export async function ensureCluster(cluster: {
  dataDir: string;
  clusterDir: string;
  binaries: string;
  account: Account;
  sync: boolean;
}): Promise<boolean> {
  const { dataDir, clusterDir, account } = cluster;
  const halfMade = `${clusterDir}.new`;
  rmSync(halfMade, { recursive: true, force: true });
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0) {
    checkVersion(clusterDir);
    checkOwner(clusterDir, account);
    return false;
  }
  mkdirSync(halfMade, { mode: 0o700 });
  giveTo(account, halfMade);
  await initialise({ ...cluster, folder: halfMade });
  rmSync(clusterDir, { recursive: true, force: true });
  renameSync(halfMade, clusterDir);
  if (cluster.sync && process.platform !== "win32") syncFolder(dataDir);
  return true;
}

/**
 * Makes the role `magazin` and its database where they are missing.
 *
 * @param client connected as the superuser
 */
export async function ensureDatabase(client: Client, password: string | undefined): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'magazin') AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = 'magazin') AS database`,
  );
  const settings = rows[0];
  if (!settings?.role) await client.query("CREATE ROLE magazin LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE");
  if (password !== undefined) await client.query(`ALTER ROLE magazin PASSWORD ${client.escapeLiteral(password)}`);
  if (!settings?.database) await client.query("CREATE DATABASE magazin OWNER magazin");
}

async function initialise(at: { dataDir: string; binaries: string; account: Account; sync: boolean; folder: string }) {
  const { dataDir, binaries, account, sync, folder } = at;
  const options = ["--username=postgres", "--encoding=UTF8", "--data-checksums"];
  options.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${systemLocale}`);
  if (process.platform === "win32") {
    keptPassword(dataDir);
    options.push("--auth=scram-sha-256", `--pwfile=${join(dataDir, "postgres.password")}`);
  } else {
    options.push("--auth-local=trust", "--auth-host=reject");
  }
  if (!sync) options.push("--no-sync");
  const [program, args] = commandAs(account, programIn(binaries, "initdb"), ["-D", folder, ...options]);
  try {
    await run(program, args, { ...account.ids, cwd: folder, env: bareEnvironment() });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be made in ${folder}: ${stderr || message}`, { cause: error });
  }
}

/** Without the variables that would change how PostgreSQL starts, like PGPORT. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, LC_ALL: "C", ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) };
}

function checkVersion(clusterDir: string): void {
  const file = join(clusterDir, "PG_VERSION");
  if (!existsSync(file)) {
    throw new Error(
      `${clusterDir} holds files, but no database. Move them away, or choose another folder with DATA_DIR.`,
    );
  }
  const version = readFileSync(file, "utf8").trim();
  if (version === embeddedMajorVersion) return;
  throw new Error(
    `The database in ${clusterDir} was made by PostgreSQL ${version}, and this Magazin brings ${embeddedMajorVersion}. ` +
      "Make a backup with the Magazin that brought that one, `npm run magazin -- backup FOLDER`, and bring it here with " +
      "`npm run magazin -- restore FOLDER --replace`; nothing was changed.",
  );
}

function checkOwner(clusterDir: string, account: Account): void {
  const { uid } = lstatSync(clusterDir);
  if (!account.owner || uid === account.owner.uid) return;
  // After a restore as root, or when a folder on the way was opened or closed to the account.
  if (process.getuid?.() === 0) return giveTo(account, clusterDir);
  throw new Error(
    `The database in ${clusterDir} belongs to another user (uid ${uid}). Start Magazin as that user, ` +
      `or give it to this one: chown -R ${account.owner.uid} ${clusterDir}`,
  );
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
