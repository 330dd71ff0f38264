import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Connection } from "#server/database/database.ts";

/** A server as it is run, in processes of its own, on a database that somebody else opened. */
export interface ServerProcess {
  readonly port: number;
  /** Seconds of processor time so far of all its processes; 0 where there is no /proc. */
  readonly cpu: () => number;
  /** Megabytes in memory of all its processes. */
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
}

/** Where a database is, in one line. */
export const urlOf = (connection: Connection) => {
  if (typeof connection === "string") return connection;
  const { host, port, user, database, password = "" } = connection;
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const read = (file: string) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
};

const tasksOf = (pid: number) => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // it has ended meanwhile
  }
};

/** Returns the ids of the processes that a process has started. */
export const childrenOf = (pid: number): number[] =>
  tasksOf(pid).flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean).map(Number));

/** A process and all that it started. */
const family = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(family)];

/** Hundredths of a second that a process has worked. */
const ticksOf = (pid: number) => {
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
};
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** The processor time of a process and all that it started, in seconds. */
export const cpuOf = (pid: number) => sum(family(pid).map(ticksOf)) / 100;
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Starts the server by the same program as `npm start`. */
export async function startServer(
  connection: Connection,
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const env = { ...process.env, ...more, PORT: String(port), DATABASE_URL: urlOf(connection), DATA_DIR: dataDir };
  const child: ChildProcess = spawn(process.execPath, ["tools/run.mjs", "start"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (piece: Buffer) => piece.includes("is ready") && resolve());
    child.once("exit", () => reject(new Error("The server did not start.")));
  });
  const pid = child.pid ?? 0;
  return {
    port,
    cpu: () => cpuOf(pid),
    memory: () => sum(family(pid).map(memoryOf)),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}
