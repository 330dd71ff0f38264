import { spawnSync } from "node:child_process";
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The account under which PostgreSQL runs, because it refuses to run as root. */
export interface Account {
  readonly name: string;
  /** For `spawn`: the ids to run under; empty for the own ones. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** A command that the command to run is appended to. */
  readonly prefix: readonly string[];
  /** Account that has to own the files, as seen from this process; undefined on Windows. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * The own account, or as root: `postgres`, else `nobody`, if it can enter the folders and run the program, else a user
 * namespace in which root looks like it.
 *
 * @throws Error in plain words with the ways out when none of them works.
 */
export function chooseAccount(program: string, folders: readonly string[]): Account {
  const { getuid, getgid } = process;
  if (!getuid || !getgid) return { name: "own", ids: {}, prefix: [], owner: undefined };
  const own = { uid: getuid(), gid: getgid() };
  const itself: Account = { name: "own", ids: {}, prefix: [], owner: own };
  const problem = tryOut(itself, program, folders);
  if (problem !== undefined) {
    throw new Error(`The embedded PostgreSQL does not run on this system (${problem}). Set DATABASE_URL instead.`);
  }
  if (own.uid !== 0) return itself;
  const account = accountsForRoot(own).find((candidate) => tryOut(candidate, program, folders) === undefined);
  if (account) return account;
  throw new Error(
    "PostgreSQL refuses to run as root, and no other account of this system can reach both " +
      `${program} and ${folders.join(", ")}. Start Magazin as a normal user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** Program and arguments that run a command under the account. */
export function commandAs(account: Account, program: string, args: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...account.prefix, program, ...args];
  return [first, rest];
}

/** Gives a folder and all in it to the account; the folder itself last, so that an interrupted run is repeated. */
export function giveTo(account: Account, path: string): void {
  const { owner } = account;
  if (!owner) return;
  const entry = lstatSync(path);
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTo(account, join(path, name));
  if (entry.uid === owner.uid && entry.gid === owner.gid) return;
  if (entry.isSymbolicLink()) lchownSync(path, owner.uid, owner.gid);
  else chownSync(path, owner.uid, owner.gid);
}

function accountsForRoot(own: { uid: number; gid: number }): Account[] {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const candidates = ["postgres", "nobody"].flatMap((wanted) => {
    const [name, , uid, gid] = accounts.find(([candidate]) => candidate === wanted) ?? [];
    return name === undefined ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
  return [
    ...candidates.map(({ name, uid, gid }) => ({ name, ids: { uid, gid }, prefix: [], owner: { uid, gid } })),
    ...candidates.slice(0, 1).map(({ name, uid, gid }) => ({
      name: `${name} in a user namespace`,
      ids: {},
      prefix: ["unshare", "-U", `--map-user=${uid}`, `--map-group=${gid}`],
      // Inside, the files of root seem to belong to the mapped account.
      owner: own,
    })),
  ];
}

/** The reason why the account cannot do it, or undefined: asked of the system itself, which knows more than mode bits. */
function tryOut(account: Account, program: string, folders: readonly string[]): string | undefined {
  const script = 'program="$1"; shift; for folder do cd "$folder" || exit 1; done; exec "$program" --version';
  const [command, args] = commandAs(account, "/bin/sh", ["-c", script, "sh", program, ...folders]);
  const { status, stderr, error } = spawnSync(command, args, { ...account.ids, cwd: "/", encoding: "utf8" });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim();
}
