import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Account } from "./account.ts";

/** Where PostgreSQL listens: a socket in a folder that only its account can enter, or on Windows a local port. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly password?: string;
}

const socketPort = 5432;
const folderPrefix = "magazin-pg-";
const socketFiles = [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`];
/** The operating systems allow 103 to 107 bytes for the path of a socket. */
const longestSocketPath = 103;

/**
 * The folder for temporary files in which a socket may lie. Never the data folder: its path may be too long, and copies
 * of it would carry the socket's lock along.
 *
 * @throws Error in plain words when there is none.
 */
export function socketParent(candidates: readonly string[] = [tmpdir(), "/tmp"]): string {
  const socket = join(`${folderPrefix}XXXXXX`, socketFiles[1] ?? "");
  const parent = candidates.find(
    // A comma would separate two folders in the setting.
    (folder) =>
      existsSync(folder) && !/[",]/.test(folder) && Buffer.byteLength(join(folder, socket)) <= longestSocketPath,
  );
  if (parent !== undefined) return parent;
  throw new Error(`None of ${candidates.join(", ")} can hold the database's socket. Set TMPDIR to a short path.`);
}

/** A new address for a PostgreSQL that is about to be started for the first time in this process. */
export async function newAddress(dataDir: string, account: Account): Promise<ServerAddress> {
  if (process.platform === "win32") {
    return { host: "127.0.0.1", port: await freePort(), password: keptPassword(dataDir) };
  }
  const host = mkdtempSync(join(socketParent(), folderPrefix));
  makePrivate(host, account);
  return { host, port: socketPort };
}

/** The address of a PostgreSQL that is running already. */
export function runningAddress(dataDir: string, running: { port: number; socketDir: string }): ServerAddress {
  if (process.platform !== "win32") return { host: running.socketDir, port: running.port };
  return { host: "127.0.0.1", port: running.port, password: keptPassword(dataDir) };
}

/** The settings that make PostgreSQL listen there and nowhere else. */
export function addressSettings({ host, port }: ServerAddress): Record<string, string> {
  const socket = process.platform !== "win32";
  return {
    port: String(port),
    listen_addresses: socket ? "" : host,
    unix_socket_directories: socket ? host : "",
    unix_socket_permissions: "0700",
  };
}

/**
 * Makes the socket's folder again if a cleaner of temporary files took it, and removes the files of a PostgreSQL that was
 * killed: their process id may belong to another process by now.
 */
export function clearAddress({ host }: ServerAddress, account: Account): void {
  if (process.platform === "win32") return;
  if (!existsSync(host)) mkdirSync(host, { mode: 0o700 });
  makePrivate(host, account);
  for (const name of socketFiles) rmSync(join(host, name), { force: true });
}

/** Removes the socket's folder, if it is one of ours. */
export function removeAddress(host: string): void {
  if (!basename(host).startsWith(folderPrefix)) return;
  try {
    for (const name of socketFiles) rmSync(join(host, name), { force: true });
    rmdirSync(host);
  } catch {
    // A folder for temporary files that stays behind does no harm.
  }
}

/** The generated password of the data folder, where a password is needed at all. */
export function keptPassword(dataDir: string): string {
  const file = join(dataDir, "postgres.password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8");
}

function makePrivate(folder: string, { owner }: Account): void {
  const entry = lstatSync(folder);
  const foreign = ![process.getuid?.(), owner?.uid].includes(entry.uid);
  if (!entry.isDirectory() || foreign || (entry.mode & 0o077) !== 0) {
    throw new Error(`${folder} was made by somebody else. Remove it and start again.`);
  }
  if (owner && owner.uid !== entry.uid) chownSync(folder, owner.uid, owner.gid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
