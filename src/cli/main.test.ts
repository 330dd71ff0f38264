import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { record } from "#server/database/audit/audit.ts";
import { Database } from "#server/database/database.ts";
import { programVersion } from "#server/database/program-version.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { scopeOfToken } from "#server/http/session.ts";
import { passwordFits } from "#server/http/passwords/passwords.ts";
import { command, program, urlOf } from "#test/restore/commands.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { factories } from "#test/support/factories.ts";
import { hasty } from "#test/support/global-setup.ts";
import { expensive } from "#test/support/tiers.ts";
import { storesIn } from "#server/storage/stores.ts";

const { db, connection } = await testDatabase();
const a = factories(db, storesIn(tmpdir()).pictures); // makes no picture
const url = urlOf(connection);

const here = { DATABASE_URL: url };
const magazin = (args: string[], env: Record<string, string> = here) => command(args, env);

const userBy = (email: string) =>
  db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
const lastWord = (text: string) => text.trim().split(/\s/).at(-1) ?? "";

expensive("two commands started as programs")(
  "without a command, and with an unknown one, the commands are listed",
  async () => {
    const [nothing, unknown, help] = await Promise.all([
      program([], here),
      program(["frobnicate"], here),
      magazin(["--help"]),
    ]);
    expect([nothing.code, unknown.code, help.code]).toEqual([2, 2, 0]);
    for (const text of [nothing.out, unknown.err, help.out])
      expect(text).toMatch(/migrate[\s\S]+create-user[\s\S]+seed/);
  },
);

test("wrong words are refused before the database is touched", async () => {
  const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" };
  const wrong = [
    ["seed"],
    ["seed", "--boxes", "many"],
    ["create-admin", "--email", "nobody"],
    ["create-admin", "--email", "a@b.de", "--password", "short"],
    ["create-user", "--email", "a@b.de", "--last-name", "B"],
    ["reset-password"],
    ["create-token", "--user", "a@b.de", "--name", "ERP"],
    ["create-token", "--user", "a@b.de", "--name", "ERP", "--scopes", "read,root"],
    ["create-token", "--user", "a@b.de", "--name", "ERP", "--scopes", "read", "--days", "367"],
    ["check", "--fast"],
    ["audit", "--from", "2026-02-30"],
    ["audit", "--from", "2026-02-02", "--to", "2026-02-01"],
    ["audit", "--kind", "anything"],
    ["audit", "--box", "0042"],
    ["audit", "--person", "anna"],
  ];
  for (const args of wrong) expect(await magazin(args, nowhere), args.join(" ")).toMatchObject({ code: 2, out: "" });
  expect(await magazin(["check", "--help"], nowhere)).toMatchObject({ code: 0 });
  expect(await magazin(["check"], nowhere)).toMatchObject({ code: 1 });
});

expensive("a program started for its version")("the version is shown", async () => {
  expect(await program(["--version"], here)).toMatchObject({ code: 0, out: `Magazin ${programVersion}\n`, err: "" });
});

test("the configuration is shown without its secrets, and what the server would refuse with the same sentences", async () => {
  const nowhere = { DATABASE_URL: "postgres://anna:Sesam@127.0.0.1:1/nothing", PROVIDER_ADDRESS: "Weg 1\nBremen" };
  const good = await magazin(["config"], nowhere);
  expect(good).toMatchObject({ code: 0, err: "" });
  expect(good.out).toMatch(/^PORT +8080 {2}\(default\)\n[\s\S]+\n\nNothing is wrong with it\.\n$/);
  expect(good.out).toMatch(/^DATABASE_URL +postgres:\/\/anna@127\.0\.0\.1:1\/nothing {2}\(environment\)$/m);
  expect(good.out).toMatch(/^PROVIDER_ADDRESS +Weg 1 \| Bremen /m);
  expect(good.out).toMatch(/^METRICS_TOKEN +not set$/m);
  const bad = await magazin(["config"], { ...nowhere, PORT: "viele", METRICS_TOKEN_FILE: "/nowhere/token" });
  const problems = ["PORT must be a whole number", "METRICS_TOKEN_FILE names /nowhere/token, which cannot be read"];
  for (const problem of problems) expect(bad.out).toContain(`\n${problem}`);
  const refused = await magazin(["check"], { ...nowhere, PORT: "viele" });
  expect([bad.code, refused.code, refused.err]).toEqual([1, 1, "PORT must be a whole number from 0 to 65535.\n"]);
});

test("the configuration names a mistyped variable with the one that was meant, and refuses nothing for it", async () => {
  const { code, out } = await magazin(["config"], { DATABSE_URL: "postgres://anna:Sesam@127.0.0.1:1/nothing" });
  expect(code).toBe(0);
  expect(out).toMatch(/\n\nDATABSE_URL is no variable of Magazin and sets nothing; DATABASE_URL is one\.\n$/);
  expect(out).not.toContain("Sesam");
});

test("the configuration tries where backups go: a folder that may not be written to is named before the night", async () => {
  const top = mkdtempSync(join(tmpdir(), "magazin-backup-place-"));
  writeFileSync(join(top, "file"), "");
  const config = (to: string) => magazin(["config"], { BACKUP_URL: to, BACKUP_PLAIN: "yes" });
  const fine = await config(join(top, "not", "there", "yet"));
  expect([fine.code, readdirSync(top)], fine.out).toEqual([0, ["file"]]);
  const bad = await config(join(top, "file", "backups"));
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(
    /^BACKUP_URL: \S+\/file\/backups takes no backups: nothing may be written to \S+ \(ENOTDIR\)\.$/m,
  );
  rmSync(top, { recursive: true });
});

test("a database of another schema is named, and check changes nothing about it", async () => {
  const [empty, older] = [await emptyDatabase(), await emptyDatabase()];
  const olderUrl = urlOf(older);
  expect(await magazin(["migrate"], { DATABASE_URL: olderUrl })).toMatchObject({ code: 0 });
  const superuser = new pg.Client({ ...inject("postgres").superuser, database: older.database });
  await superuser.connect();
  const ran = "select name, program from migrations order by name";
  const known = (await superuser.query<{ name: string; program: string }>(ran)).rows;
  expect(new Set(known.map((each) => each.program))).toEqual(new Set([programVersion]));
  const [last, before] = [known.at(-1)?.name, known.at(-2)?.name];

  await superuser.query("delete from migrations where name = $1", [last]);
  const wants = `and Magazin ${programVersion} wants ${last}: start the server, or run \`npm run magazin -- migrate\`.\n`;
  const answers = [];
  for (const DATABASE_URL of [urlOf(empty), olderUrl]) answers.push(await magazin(["check"], { DATABASE_URL }));
  expect(answers).toEqual([
    { code: 1, out: "", err: `The database is empty, ${wants}` },
    { code: 1, out: "", err: `The database is at schema ${before}, ${wants}` },
  ]);
  expect((await superuser.query(ran)).rows).toEqual(known.slice(0, -1));

  await superuser.query("insert into migrations (name, run_on, program) values ('9999_later', now(), '47.11.0')");
  const newer = (await superuser.query(ran)).rows;
  const refused =
    `The database is at schema 9999_later, made by Magazin 47.11.0, and this is Magazin ${programVersion}, which knows ` +
    `schema ${last} at most. Start the newer one; nothing was changed.\n`;
  for (const words of [["check"], ["migrate"], ["create-admin", "--email", "x@example.com"]])
    expect(await magazin(words, { DATABASE_URL: olderUrl })).toEqual({ code: 1, out: "", err: refused });
  expect((await superuser.query(ran)).rows).toEqual(newer);
  expect((await superuser.query("select from users")).rows).toEqual([]);
  await superuser.end();
});

test("a staff user signs in with the initial password that is shown once", async () => {
  const made = await magazin(["create-admin", "--email", "Chef@Example.com", "--first-name", "Käthe"]);
  expect(made).toMatchObject({ code: 0, err: "" });
  const chef = await userBy("chef@example.com");
  expect(chef).toMatchObject({ is_staff: true, init_password: true, first_name: "Käthe", last_name: "Administrator" });
  expect(await passwordFits(chef.password_hash, lastWord(made.out))).toBe(true);
  const again = await magazin(["create-admin", "--email", "chef@example.com"]);
  expect(again).toMatchObject({ code: 1, err: "There is a user chef@example.com already.\n" });
});

test("the audit trail shows what was done here, narrowed as on the screen, in lines or for a spreadsheet", async () => {
  const owner = await a.customer({ code: 77 });
  const anna = await a.user({ firstName: "Anna", lastName: "Alt", email: "alt@example.com", customers: [owner] });
  const actor = { userId: anna.id, address: "192.0.2.9" };
  const document = { kind: AuditKind.documentMade, customer: 77, meta: { document: "archiveList" } } as const;
  await db.write((tx) => record(tx, actor, document, { kind: AuditKind.signInFailed, name: "\u001b[2Jx\nAnmeldung" }));
  expect(await magazin(["reset-password", "alt@example.com"])).toMatchObject({ code: 0 });
  const ofOwner = await magazin(["audit", "--customer", "0077", "--person", "Alt@example.com"]);
  expect(ofOwner.out).toMatch(
    /^\d\d\.\d\d\.\d{4} [\d:]{8} {2}Anna Alt {2}alt@example\.com {2}192\.0\.2\.9 .*Archivliste {2}0077\n$/,
  );
  const reset = await magazin(["audit", "--kind", "password-reset", "--csv"]);
  expect(reset.out).toMatch(
    /^\uFEFFZeit;Person;.*\r\n[^;]+;Server;;;Passwort zurückgesetzt;.*;Anna Alt \(alt@example\.com\)\r\n$/,
  );
  const failed = await magazin(["audit", "--kind", "sign-in-failed"]);
  expect(failed.out.trim().split("\n")).toHaveLength(1); // what was typed neither forges a line nor speaks to the terminal
  expect(failed.out).not.toContain("\u001b");
  expect(await magazin(["audit", "--to", "2020-01-01"])).toMatchObject({ code: 0, out: "" });
  expect(await magazin(["audit", "--person", "niemand@example.com"])).toMatchObject({ code: 1 });
});

test("a customer user gets the customers that are named, and only they", async () => {
  const [one, two] = [await a.customer({ code: 42 }), await a.customer({ code: 43 })];
  await a.customer({ code: 44 });
  const words = ["create-user", "--email", "k@example.com", "--last-name", "Łuk", "--password", "geheim-genug"];
  expect(await magazin([...words, "--customer", "0042", "--customer", "43"])).toMatchObject({ code: 0 });
  const { id, is_staff, init_password } = await userBy("k@example.com");
  expect({ is_staff, init_password }).toEqual({ is_staff: false, init_password: false });
  const assigned = await db.read.selectFrom("customer_users").selectAll().where("user_id", "=", id).execute();
  expect(assigned.map(({ customer_id }) => customer_id).sort((x, y) => x - y)).toEqual([one.id, two.id]);
  const missing = ["create-user", "--email", "m@example.com", "--last-name", "M", "--customer", "4711"];
  expect(await magazin(missing)).toMatchObject({ code: 1, err: "There is no customer 4711.\n" });
  expect(await db.read.selectFrom("users").select("id").where("email", "=", "m@example.com").execute()).toEqual([]);
});

test("a second factor whose device is lost is removed, and a password that anybody would try is none", async () => {
  const { id, email } = await a.user();
  await a.secondFactor({ id });
  await a.session({ id });
  expect(await magazin(["reset-second-factor", email])).toMatchObject({ code: 0 });
  for (const table of ["second_factors", "tokens"] as const)
    expect(await db.read.selectFrom(table).select("user_id").where("user_id", "=", id).execute(), table).toEqual([]);
  expect(await magazin(["reset-second-factor", email])).toMatchObject({
    code: 1,
    err: expect.stringContaining("no second factor"),
  });
  const weak = await magazin(["create-admin", "--email", "schwach@example.com", "--password", "Passwort2026"]);
  expect(weak).toMatchObject({ code: 1, err: expect.stringContaining("Dieses Passwort verwenden zu viele.") });
});

test("a password reset ends all sessions of the user", async () => {
  const { id, email } = await a.user({ password: "altes-passwort" });
  await db.write((tx) =>
    tx
      .insertInto("tokens")
      .values({ hash: Buffer.alloc(32, 1), user_id: id })
      .execute(),
  );
  const reset = await magazin(["reset-password", email]);
  const { password_hash, init_password } = await userBy(email);
  expect(await passwordFits(password_hash, lastWord(reset.out))).toBe(true);
  expect(init_password).toBe(true);
  expect(await db.read.selectFrom("tokens").select("hash").where("user_id", "=", id).execute()).toEqual([]);
  expect(await magazin(["reset-password", "nobody@example.com"])).toMatchObject({ code: 1 });
});

test("a token of a program is shown once, and stands on record as made at the machine", async () => {
  const { id, email } = await a.user({ isStaff: true });
  const args = ["create-token", "--user", email, "--name", "ERP", "--scopes", "read,orders,read"];
  const made = await magazin(args);
  const token = lastWord(made.out);
  expect(token).toMatch(/^mgz_/);
  const scope = await scopeOfToken(db, token);
  expect(scope).toMatchObject({ userId: id, isStaff: true, token: { scopes: ["read", "orders"] } });
  const trail = await db.read.selectFrom("audit").selectAll().where("object_id", "=", id).executeTakeFirst();
  expect(trail).toMatchObject({ kind: AuditKind.tokenCreated, user_id: null, address: null });
  expect(await magazin([...args.slice(0, 2), "nobody@example.com", ...args.slice(3)])).toMatchObject({ code: 1 });
});

expensive("every proof asked twice, once by a program")("check ends with 1 and says which box is wrong", async () => {
  expect(await magazin(["check"])).toMatchObject({ code: 0 });
  const box = await a.box({ state: 1 });
  await db.write((tx) => tx.updateTable("boxes").set({ size: 1 }).where("id", "=", box.id).execute());
  await db.write((tx) => tx.updateTable("boxes").set({ history_count: 9 }).where("id", "=", box.id).execute());
  const { code, out } = await program(["check"], here);
  expect(code).toBe(1);
  expect(out).toContain(`${box.code.slice(0, 4)}.${box.code.slice(4, 7)}.${box.code.slice(7)}: 2 entries`);
});

describe("with the embedded database", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "magazin-cli-"));
  beforeAll(() => chmodSync(dataDir, 0o755)); // as root, PostgreSQL runs under another account
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir };

  expensive("a PostgreSQL that a program makes and migrates")("a command starts it and stops it again", async () => {
    expect(await program(["migrate"], env)).toMatchObject({ code: 0, out: expect.stringContaining("Ran 0001_") });
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
    expect(existsSync(join(dataDir, "postgres.lock"))).toBe(false);
  });

  expensive("a PostgreSQL of its own and a program beside it")(
    "beside a running server, commands use its database and leave it running",
    async () => {
      const server = await startEmbedded({ dataDir, settings: hasty });
      try {
        expect(await program(["create-admin", "--email", "x@example.com"], env)).toMatchObject({ code: 0, err: "" });
        expect(await magazin(["check"], env)).toMatchObject({ code: 0 });
        const running = new Database(server.connection);
        const users = await running.read.selectFrom("users").select("email").execute();
        await running.close();
        expect(users).toEqual([{ email: "x@example.com" }]);
      } finally {
        await server.stop();
      }
    },
  );
});

test("a user is forgotten by their address, but not the last who may manage users", async () => {
  const { id, email } = await a.user();
  const answer = await magazin(["forget-user", email]);
  expect(answer).toMatchObject({ code: 0, out: expect.stringContaining(`under the number ${id} stays`) });
  expect(await magazin(["forget-user", email])).toMatchObject({ code: 1, err: expect.stringContaining("no user") });
  const boss = await a.user({ isStaff: true });
  await db.write((tx) => tx.updateTable("users").set({ manages_users: false }).where("id", "!=", boss.id).execute());
  const last = await magazin(["forget-user", boss.email]);
  expect(last).toMatchObject({ code: 1, err: expect.stringContaining("the last who may manage users") });
});
