import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as soon, setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientConfig, type Connection } from "#server/database/database.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { findRunning } from "#server/postgres/pid-file.ts";
import { environment, freePort, killHard, until } from "#test/faults/product.ts";
import { done, room, type Stage, type Target } from "./stage.ts";

const mark = "Was vorher da war";
const productTitle = "Magazin";
/** Turn at which one of two restores is killed, when something was set aside. */
const atTheEnd = 2;
const loading = 1_500; // ms, about, that it takes from there to the end

interface Ended {
  readonly code: number | null;
  readonly words: string;
}

/** A restore to which the name of the product is typed, killed at a moment or left alone. */
async function restore(env: Env, from: Target, kill?: (ended: () => boolean) => Promise<unknown>): Promise<Ended> {
  const args = ["src/cli/main.ts", "restore", from.place, "--replace"];
  const child = spawn(process.execPath, args, { env: environment({ ...env, ...from.env }), stdio: "pipe" });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (words += piece.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(`${productTitle}\n`);
  const closed = once(child, "close");
  await kill?.(() => child.exitCode !== null);
  if (kill) child.kill("SIGKILL");
  await closed;
  return { code: child.exitCode, words };
}

type Env = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

/** Target of a restore, and the way to look at it. */
interface Goal {
  readonly env: Env;
  /** Waits for a moment at which something was set aside, or until the restore has ended. */
  readonly begins: (ended: () => boolean) => Promise<void>;
  /** Where what was there before is now, by its mark: in its place, aside, or nowhere. */
  readonly whereIsOld: () => Promise<"there" | "aside" | "nowhere">;
  readonly close: () => Promise<void>;
}

/**
 * Kills restores over an archive at random moments, half of them while they take its place. What was there is in its place and whole, or nobody
 * can begin to work; the next restore is one command, and what was there lies beside it then.
 */
async function breakRestores(open: () => Promise<Goal>, from: Target, rounds: number) {
  const died = { before: 0, between: 0, after: 0 };
  let seconds = 3;
  for (let round = 0; round < rounds; round++) {
    const goal = await open();
    try {
      const late = round % atTheEnd === 0;
      await restore(goal.env, from, (ended) => (late ? goal.begins(ended) : sleep(1000 * seconds * Math.random())));
      const start = await tryToServe(goal.env);
      const old = await goal.whereIsOld();
      if (old === "nowhere") throw new Error("what was there is lost");
      const halfway = start.code === 1 && /was broken off/.test(start.words);
      if (start.code !== 0 && !halfway)
        throw new Error(`old is ${old}, and the next start ends with ${start.code}: ${start.words}`);
      const state = halfway ? "between" : old === "there" ? "before" : "after";
      died[state]++;
      if (state !== "after") {
        const begun = performance.now();
        const again = await restoreAgain(goal.env, from);
        seconds = (performance.now() - begun) / 1000;
        if (again.code !== 0) throw new Error(`the next restore ended with ${again.code}: ${again.words}`);
      }
      if ((await goal.whereIsOld()) !== "aside") throw new Error("what was there is not beside what was restored");
      await done(["check"], goal.env.DATA_DIR, goal.env);
    } finally {
      await goal.close();
    }
  }
  const { before, between, after } = died;
  return {
    held: rounds,
    said: `${before} before it took the place, ${between} in the middle of it, ${after} when it was done`,
  };
}

/** The connections of the killed one may still be there for a moment. */
async function restoreAgain(env: Env, from: Target): Promise<Ended> {
  let again = await restore(env, from);
  await until("its connections are gone", async () => {
    if (!again.words.includes("stop it first")) return true;
    again = await restore(env, from);
    return false;
  });
  return again;
}

/** Returns the result of the next start of anything: a check, which opens the archive as a server does. */
async function tryToServe({ ...env }: Env): Promise<Ended> {
  const child = spawn(process.execPath, ["src/cli/main.ts", "migrate"], {
    env: environment({ ...env, PORT: String(await freePort()) }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (words += piece.toString()));
  await once(child, "close");
  return { code: child.exitCode, words };
}

async function ask<Row>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const marked = (schema = "public") => `select from ${schema}.customers where name = '${mark}'`;
const markIt = `insert into customers (code, name) values (9998, '${mark}')`;

/** With the accounts that the files belong to. */
const copy = (from: string, to: string) => execFileSync("cp", ["--archive", from, to]);

/** Into a data folder with the database that comes along. */
export async function breakIntoFolder({ folder }: Stage, from: Target, rounds: number) {
  const model = join(room(folder), "data");
  await done(["migrate"], model);
  const postgres = await startEmbedded({ dataDir: model });
  await ask(postgres.connection, markIt);
  await postgres.stop();
  const isIn = async (dataDir: string) => {
    const opened = await startEmbedded({ dataDir });
    try {
      return (await ask(opened.connection, marked())).length > 0;
    } finally {
      await opened.stop();
    }
  };
  const open = async (): Promise<Goal> => {
    const dataDir = join(room(folder), "data");
    copy(model, dataDir);
    const asides = () => readdirSync(dataDir).filter((name) => name.startsWith("postgres.before-"));
    return {
      env: { DATA_DIR: dataDir },
      begins: async (ended) => {
        while (asides().length === 0 && !ended()) await soon();
      },
      whereIsOld: async () => {
        const [aside, ...more] = asides();
        if (more.length > 0) throw new Error(`set aside twice: ${[aside, ...more].join(", ")}`);
        if (aside === undefined) return (await isIn(dataDir)) ? "there" : "nowhere";
        const beside = room(folder);
        copy(join(dataDir, aside), join(beside, "postgres"));
        return (await isIn(beside)) ? "aside" : "nowhere";
      },
      close: async () => {
        killHard([findRunning(join(dataDir, "restoring", "postgres"))?.pid]);
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  };
  return breakRestores(open, from, rounds);
}

/** Into a database by its URL. */
export async function breakIntoDatabase({ folder }: Stage, from: Target, rounds: number) {
  const postgres = await startEmbedded({ dataDir: join(room(folder), "data") });
  let number = 0;
  const open = async (): Promise<Goal> => {
    const database = `archive_${number++}`;
    await ask(postgres.superuser, `create database ${database} owner magazin`);
    const at = { ...postgres.connection, database };
    const { host, port, user } = at;
    const dataDir = room(folder);
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    };
    await done(["migrate"], dataDir, env);
    await ask(at, markIt);
    const schemas = "select nspname as name from pg_namespace where nspname like 'before%'";
    return {
      env,
      begins: async (ended) => {
        await until("it begins", async () => ended() || (await ask(at, schemas)).length > 0);
        await sleep(loading * Math.random());
      },
      whereIsOld: async () => {
        const asides = await ask<{ name: string }>(at, schemas);
        if (asides.length > 1) throw new Error("set aside twice");
        for (const { name } of asides) if ((await ask(at, marked(name))).length > 0) return "aside";
        return (await ask(at, marked())).length > 0 ? "there" : "nowhere";
      },
      close: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  };
  try {
    return await breakRestores(open, from, rounds);
  } finally {
    await postgres.stop();
  }
}
