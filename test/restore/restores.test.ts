import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { Database } from "#server/database/database.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { allButSealed, filesOf, program as magazin, rowsOf, stockUp, urlOf } from "./commands.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a, dataDir } = server;
const folder = mkdtempSync(join(tmpdir(), "magazin-restores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = join(folder, "backups");
const here = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir };
const backUp = () => magazin(["backup", place], here);

beforeAll(async () => {
  await stockUp(server);
  await backUp();
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
  for (const kept of [
    "storage_periods",
    "hold_boxes",
    "destruction_lines",
    "cases",
    "case_events",
    "stocktake_accepted",
  ])
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
