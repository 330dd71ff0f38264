import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { connect as connectTo } from "#server/database/connect.ts";
import { programVersion } from "#server/database/program-version.ts";
import { type EmbeddedPostgres, startEmbedded } from "#server/postgres/embedded.ts";
import { bareEnvironment } from "#test/support/system-programs.ts";
import { hasty } from "#test/support/global-setup.ts";
import { expensive } from "#test/support/tiers.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server process, all that it has said, and its end. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: bareEnvironment({ PORT: "0", DATA_DIR: join(folder, "unused"), ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (heard.text += piece.toString()));
  return { child, heard, end: once(child, "close").then(() => child.exitCode ?? child.signalCode) };
}

const often = { interval: 20 };

let postgres: EmbeddedPostgres;
const running: ChildProcess[] = [];
const urlOf = (words: { user?: string; password?: string; database?: string } = {}) => {
  const { user = "magazin", password = "Sesam", database = "magazin" } = words;
  const { host, port } = postgres.connection;
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
};

beforeAll(async () => {
  const dataDir = mkdtempSync(join("/tmp", "magazin-start-pg-"));
  postgres = await startEmbedded({ dataDir, settings: hasty });
  const client = new pg.Client(postgres.superuser);
  await client.connect();
  await client.query("alter role magazin password 'Sesam'");
  const rules = join(dataDir, "postgres", "pg_hba.conf");
  writeFileSync(rules, `local all postgres trust\nlocal all all scram-sha-256\n`);
  await client.query("select pg_reload_conf()");
  await client.end();
  return async () => {
    for (const child of running) child.kill("SIGKILL");
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  };
});

describe("a database that cannot be had is refused at once, in a sentence that names the cause and no password", () => {
  // other texts that are no address are in config.test.ts
  const refused: [what: string, url: () => string, sentence: RegExp][] = [
    ["a word", () => "Sesam", /is no address of a PostgreSQL database: write it like postgres:/],
    ["a wrong password", () => urlOf({ password: "Sesamfalsch" }), /does not take the password of the user magazin\./],
  ];
  const alike: typeof refused = [
    ["no password", () => urlOf().replace(":Sesam@", "@"), /wants another password of the user magazin than/],
    ["an unknown user", () => urlOf({ user: "fremd" }), /does not take the password of the user fremd/],
    ["an unknown database", () => urlOf({ database: "keine" }), /has no database keine\. Create it first/],
  ];
  expensive("servers started as programs, and a PostgreSQL with passwords").each(refused)(
    "%s",
    async (_, url, sentence) => {
      const { heard, end } = start({ DATABASE_URL: url(), LOG_LEVEL: "silent" });
      expect(await end).toBe(1);
      expect(heard.text).toMatch(/^Magazin cannot start: .*\n$/);
      expect(heard.text).toMatch(sentence);
      expect(heard.text).not.toContain("Sesam");
    },
  );

  expensive("a PostgreSQL of its own with passwords").each(alike)("%s", async (_, url, sentence) => {
    const error = await connectTo(url()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringMatching(sentence), mayCome: false });
    expect(String(error)).not.toContain("Sesam");
  });

  expensive("a server started as a program")("so are settings that make no sense, all at once", async () => {
    const { heard, end } = start({ PORT: "viele", WORKERS: "9" });
    const expected = "PORT must be a whole number from 0 to 65535.\n  WORKERS must be a whole number from 1 to 8.\n";
    expect([await end, heard.text]).toEqual([1, `Magazin cannot start: ${expected}`]);
  });
});

expensive("two servers that wait for a PostgreSQL of their own")(
  "a database that is not there yet is waited for, and the wait is said and ends when it is asked to stop",
  async () => {
    const door = createServer((client) => {
      const { host, port } = postgres.connection;
      const database = connect(`${host}/.s.PGSQL.${port}`);
      client.pipe(database).pipe(client);
      for (const end of [client, database]) end.on("error", () => undefined);
    });
    await once(door.listen(0, "127.0.0.1"), "listening");
    const { port } = door.address() as AddressInfo;
    door.close();
    await once(door, "close");
    const takesNone = join(folder, "no-folder");
    writeFileSync(takesNone, "");
    const env = {
      DATABASE_URL: `postgres://magazin:Sesam@127.0.0.1:${port}/magazin`,
      DATA_DIR: join(folder, "waiting"),
      BACKUP_URL: join(takesNone, "backups"),
      BACKUP_KEI: "Sesam",
    };
    const [patient, expected] = [start(env), start(env)];
    running.push(patient.child, expected.child);
    const waiting = `The database magazin at 127.0.0.1:${port} does not answer: connect ECONNREFUSED 127.0.0.1:${port}. Trying again`;
    for (const { heard } of [patient, expected]) await expect.poll(() => heard.text, often).toContain(waiting);
    expect(JSON.parse(patient.heard.text.split("\n")[0] ?? "")).toMatchObject({
      version: programVersion,
      msg: `Magazin ${programVersion} starts`,
    });
    expect(JSON.parse(patient.heard.text.split("\n")[1] ?? "")).toMatchObject({
      level: 40,
      msg: "BACKUP_KEI is no variable of Magazin and sets nothing; BACKUP_KEY is one.",
    });
    expected.child.kill("SIGTERM");
    expect(await expected.end).toBe(0);
    await once(door.listen(port, "127.0.0.1"), "listening");
    await expect.poll(() => patient.heard.text, often).toContain("Magazin is ready");
    await expect.poll(() => patient.heard.text, often).toContain("no-folder/backups takes no backups: nothing may be");
    expect(patient.heard.text).not.toContain("Sesam");
    patient.child.kill("SIGTERM");
    expect(await patient.end).toBe(0);
    door.close();
  },
);
