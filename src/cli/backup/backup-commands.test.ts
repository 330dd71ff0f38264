import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteImage } from "#contract/calls/images.ts";
import { CaseKind } from "#rules/stocktakes/case-state.ts";
import { programVersion } from "#server/database/program-version.ts";
import { keepFiles } from "#server/database/jobs/backup-locks.ts";
import { connect } from "#server/database/connect.ts";
import { clientConfig, type Connection, Database } from "#server/database/database.ts";
import { sweepPictures } from "#server/features/images/mutations.ts";
import { bareEnvironment } from "#test/support/system-programs.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { storesIn } from "#server/storage/stores.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a, dataDir } = server;
const folder = mkdtempSync(join(tmpdir(), "magazin-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = join(folder, "backups");

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function magazin(args: string[], env: Record<string, string>, typed = ""): Promise<Ended> {
  return new Promise((done) => {
    const options = { env: bareEnvironment(env) };
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, "../main.ts"), ...args],
      options,
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(typed);
  });
}

const urlOf = ({ host, port, user, database }: Exclude<Connection, string>) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
const here = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir };
const backUp = (to = place) => magazin(["backup", to], here);
const tars = (of = place) =>
  readdirSync(of)
    .filter((name) => name.startsWith("magazin-"))
    .sort();
const filesOf = (of: string) =>
  readdirSync(of, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), "base64")] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
/** The PostgreSQL of a test run knows the role that seals embedded databases, and expects it of all. */
const allButSealed = {
  code: 1,
  out: expect.stringMatching(
    /^Restored [^\n]+\n[^\n]+\nWRONG    history and audit trail are sealed: [^\n]+\n.check. found this/,
  ) as string,
};
/** Every row of every table, as its text; but for what devices are told by, which is of one database alone. */
async function rowsOf(at: Connection): Promise<Record<string, string[]>> {
  const client = new pg.Client(clientConfig(at));
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'box_changes', 'pack_origin')",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}

beforeAll(async () => {
  const owner = await a.customer({ name: "Ämter & Söhne" });
  const boxes = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 2 })];
  for (const box of [...boxes, ...boxes]) await a.image({ box });
  await a.app({ version: "1.1" });
  await a.count({ ...(boxes[0]?.place && { row: boxes[0].place.row }), until: "ended" });
  await a.case({ kind: CaseKind.disputed, code: boxes[0]?.code ?? "" });
  await backUp();
});

describe("a backup", () => {
  test("copies only the pictures that its place lacks, and has its name only when all of it is there", async () => {
    const inode = (name: string) => statSync(join(place, "files", name.slice(0, 2), name)).ino;
    const before = filesOf(join(place, "files")).map(([name]) => [name, inode(name)] as const);
    const image = await a.image();
    expect(await backUp()).toMatchObject({ code: 0, out: expect.stringMatching(/5 pictures/) as string });
    for (const [name, ino] of before) expect(inode(name)).toBe(ino);
    expect([before.length, filesOf(join(place, "files")).length, tars().length]).toEqual([5, 6, 2]);
    await (await server.asStaff()).call(deleteImage, { path: image });
    // a file where a folder has to be: nothing can be written
    writeFileSync(join(folder, "no-folder"), "");
    expect(await backUp(join(folder, "no-folder"))).toMatchObject({ code: 1 });
    expect(await magazin(["backup"], here)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/BACKUP_URL/) as string,
    });
    expect(await magazin(["backup", "ftp://x"], here)).toMatchObject({ code: 2 });
    expect(await magazin(["backup"], { ...here, BACKUP_URL: "ftp://x" })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/BACKUP_URL must be a folder/) as string,
    });
  });

  test("finds the file of every picture that it names, also of one that is deleted meanwhile; a sweep removes it afterwards", async () => {
    const image = await a.image();
    const staff = await server.asStaff();
    const kept = filesOf(join(dataDir, "images")).length;
    const running = await connect(connection);
    expect(await keepFiles(running)).toBe(true);
    expect(await backUp()).toMatchObject({ code: 1, err: "Another backup of this database is running.\n" });
    await staff.call(deleteImage, { path: image });
    const sweep = () => sweepPictures(db, storesIn(dataDir).pictures, { before: new Date(Date.now() + 60_000) });
    expect([await sweep(), filesOf(join(dataDir, "images")).length]).toEqual([0, kept]);
    await running.end();
    await expect.poll(sweep).toBe(2);
    expect(filesOf(join(dataDir, "images")).length).toBe(kept - 2);
  });

  test("is made also where a picture was lost before, and says so", async () => {
    const image = await a.image();
    const { sha256 } = await db.read
      .selectFrom("images")
      .select("sha256")
      .where("id", "=", image.id)
      .executeTakeFirstOrThrow();
    const name = sha256.toString("hex");
    const file = join(dataDir, "images", name.slice(0, 2), name);
    renameSync(file, `${file}.gone`);
    const lossy = join(folder, "lossy");
    const made = await backUp(lossy);
    expect(made).toMatchObject({ code: 1, err: expect.stringContaining(name) as string });
    expect(await magazin(["verify-backup", lossy], {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/1 files were lost before/) as string,
    });
    renameSync(`${file}.gone`, file);
    await (await server.asStaff()).call(deleteImage, { path: image });
  });
});

describe("what was restored", () => {
  test("is row for row and picture for picture what the backup's moment was, in a new data folder", async () => {
    const before = await rowsOf(connection);
    const made = await backUp();
    expect(made.code).toBe(0);
    await a.customer({ name: "Danach" });
    const target = { DATA_DIR: join(folder, "moved") };
    const restored = await magazin(["restore", place], target);
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringMatching(/4 pictures and 1 package[\s\S]+found nothing wrong/) as string,
    });
    const [moved, original] = [target.DATA_DIR, dataDir].map((each) => [
      ...filesOf(join(each, "apps")),
      ...filesOf(join(each, "images")),
    ]);
    expect(moved).toEqual(original);
    expect(await magazin(["check", "--deep"], target)).toMatchObject({ code: 0 });
    // it is no empty folder any more; over it only with the name of the product, and what was there is kept
    expect(await magazin(["restore", place], target)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/--replace/) as string,
    });
    expect(await magazin(["restore", place, "--replace"], target, "Archiv\n")).toMatchObject({ code: 1 });
    expect(readdirSync(target.DATA_DIR).filter((name) => /before|restoring/.test(name))).toEqual([]);
    // as a program that brings another PostgreSQL would find it
    writeFileSync(join(target.DATA_DIR, "postgres", "PG_VERSION"), "17\n");
    expect(await magazin(["check"], target)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /was made by PostgreSQL 17, .* restore FOLDER --replace.; nothing was changed/,
      ) as string,
    });
    const again = await magazin(["restore", place, "--replace"], target, "Magazin\n");
    expect(again).toMatchObject({ code: 0 });
    expect(readdirSync(target.DATA_DIR).filter((name) => name.includes(".before-")).length).toBe(3);
    // out again, and into a database of its own
    const out = join(folder, "again");
    expect(await magazin(["backup", out], target)).toMatchObject({ code: 0 });
    const empty = await emptyDatabase();
    const into = await magazin(["restore", out, "--into", urlOf(empty)], { DATA_DIR: join(folder, "third") });
    expect(into).toMatchObject(allButSealed);
    expect(await rowsOf(empty)).toEqual(before);
  });

  test("takes the place of what is in a database only when it is whole; what was there is set aside in it", async () => {
    const target = await emptyDatabase();
    const env = { DATABASE_URL: urlOf(target), DATA_DIR: join(folder, "by-url") };
    expect(await magazin(["restore", place], env)).toMatchObject(allButSealed);
    const [before, files] = [await rowsOf(target), filesOf(env.DATA_DIR)];
    const cut = join(folder, "cut");
    cpSync(place, cut, { recursive: true });
    const named = await db.read.selectFrom("images").select("sha256").executeTakeFirstOrThrow();
    const name = named.sha256.toString("hex");
    writeFileSync(join(cut, "files", name.slice(0, 2), name), "another picture");
    const refused = await magazin(["restore", cut, "--replace"], env, "Magazin\n");
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is not what was kept\. Nothing was changed/) as string,
    });
    expect([await rowsOf(target), filesOf(env.DATA_DIR)]).toEqual([before, files]);
    const incomplete = await magazin(["restore", cut, "--replace", "--incomplete"], env, "Magazin\n");
    expect(incomplete).toMatchObject({
      code: 1,
      out: expect.stringMatching(/set aside: schema before_[\s\S]+1 files are missing/) as string,
    });
    expect(await rowsOf(target)).toEqual(before);
    const open = new Database(target);
    expect(await open.state()).toBe("ready");
    expect(await magazin(["restore", place, "--replace"], env, "Magazin\n")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/stop it first/) as string,
    });
    await open.close();
  });
});

test("on the half that a killed restore left nobody begins to work, and the same line restores again", async () => {
  const database = await emptyDatabase();
  const byUrl = { DATABASE_URL: urlOf(database), DATA_DIR: join(folder, "half-files") };
  expect(await magazin(["restore", place], byUrl)).toMatchObject(allButSealed);
  const whole = await rowsOf(database);
  const client = await connect(database);
  await client.query("create table unfinished_restore (ending text); insert into unfinished_restore values (null)");
  for (const kept of ["hold_boxes", "destruction_lines", "cases", "case_events", "stocktake_accepted"])
    await client.query(`alter table ${kept} disable trigger user`);
  await client.query("truncate boxes cascade"); // as a restore does
  await client.end();
  const inFolder = { DATA_DIR: join(folder, "half") };
  mkdirSync(join(inFolder.DATA_DIR, "restoring"), { recursive: true });
  for (const env of [byUrl, inFolder])
    expect(await magazin(["migrate"], env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^A restore into .* was broken off.*: run it again/) as string,
    });
  expect(await magazin(["restore", place], byUrl)).toMatchObject(allButSealed);
  expect(await rowsOf(database)).toEqual(whole);
  expect(await magazin(["restore", place], inFolder)).toMatchObject({ code: 0 });
  expect(readdirSync(inFolder.DATA_DIR).filter((name) => /before|restoring/.test(name))).toEqual([]);
});

test("an encrypted backup is restored by who has its key, and refused to everybody else", async () => {
  const [key, wrong, sealed] = [join(folder, "key"), join(folder, "wrong"), join(folder, "sealed")];
  writeFileSync(key, "drei Hallen voller Papier");
  writeFileSync(wrong, "vier Hallen");
  expect(await magazin(["backup", sealed], { ...here, BACKUP_KEY_FILE: key })).toMatchObject({ code: 0 });
  expect(tars(sealed)).toEqual([expect.stringMatching(/\.tar\.age$/)]);
  const target = { DATA_DIR: join(folder, "unsealed") };
  for (const env of [{ BACKUP_KEY_FILE: wrong }, {}])
    expect(await magazin(["restore", sealed], { ...target, ...env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/does not open key\.age|BACKUP_KEY_FILE has to name/) as string,
    });
  expect(existsSync(target.DATA_DIR)).toBe(false);
  const restored = await magazin(["restore", sealed], { ...target, BACKUP_KEY_FILE: key });
  expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/4 pictures and 1 package/) as string });
});

describe("a file that is no whole backup is refused, and nothing is changed", () => {
  const target = join(folder, "untouched");
  const refusals: [what: string, make: (bytes: Buffer) => Buffer, sentence: RegExp][] = [
    ["cut", (bytes) => bytes.subarray(0, bytes.length >> 1), /no whole backup|damaged/],
    [
      "changed in its middle",
      (bytes) => Buffer.from(bytes).fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 1),
      /damaged|whole/,
    ],
    ["foreign", () => Buffer.from("PK\u0003\u0004 a zip"), /no whole backup/],
    ["empty", () => Buffer.alloc(0), /no whole backup/],
  ];
  test.each(refusals)("%s", async (what, make, sentence) => {
    const bad = join(folder, `bad-${what.replaceAll(" ", "-")}`);
    mkdirSync(bad);
    const [name = ""] = tars();
    writeFileSync(join(bad, name), make(readFileSync(join(place, name))));
    const [verified, restored] = await Promise.all([
      magazin(["verify-backup", join(bad, name)], {}),
      magazin(["restore", bad], { DATA_DIR: target }),
    ]);
    for (const ended of [verified, restored])
      expect(ended).toMatchObject({ code: 1, out: "", err: expect.stringMatching(sentence) as string });
    expect(() => readdirSync(target)).toThrow("ENOENT");
  });

  test("one without its pictures, one that is not there, and a place without any", async () => {
    const alone = join(folder, "alone");
    mkdirSync(alone);
    const name = tars().at(-1) ?? "";
    cpSync(join(place, name), join(alone, name));
    const verified = await magazin(["verify-backup", alone], {});
    expect(verified).toMatchObject({
      code: 1,
      out: expect.stringMatching(/by Magazin [\s\S]+NOT whole: 5 files/) as string,
    });
    expect(verified.out).toContain(programVersion);
    const restored = await magazin(["restore", alone], { DATA_DIR: target });
    expect(restored).toMatchObject({
      code: 1,
      err: expect.stringMatching(/There is no files\/.*Nothing was changed/) as string,
    });
    expect(readdirSync(target)).toEqual([]);
    for (const nothing of [join(alone, "magazin-2026-01-01T00-00-00Z.tar"), join(folder, "nowhere")])
      expect(await magazin(["restore", nothing], { DATA_DIR: target })).toMatchObject({
        code: 1,
        err: expect.stringMatching(/There is no /) as string,
      });
  });
});
