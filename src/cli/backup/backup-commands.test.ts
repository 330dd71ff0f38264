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
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeCopy } from "#contract/calls/deliveries/copies.ts";
import { deleteImage } from "#contract/calls/stock/images.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { programVersion } from "#server/database/program-version.ts";
import { keepFiles } from "#server/database/jobs/backup-locks.ts";
import { connect } from "#server/database/connect.ts";
import { sweepPictures } from "#server/features/stock/images/mutations.ts";
import { allButSealed, command, filesOf, rowsOf, stockUp, tars, urlOf } from "#test/restore/commands.ts";
import { testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { storesIn } from "#server/storage/stores.ts";

// Restores into folders and over what is there, and what a killed one leaves: test/restore/restores.test.ts (npm run test:restore).
const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a, dataDir } = server;
const folder = mkdtempSync(join(tmpdir(), "magazin-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = join(folder, "backups");
const here = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir };
/** A backup is named by its second, and would take the place of one of the same. */
async function backUp(to = place) {
  const second = () => Math.floor(Date.now() / 1000);
  const before = second();
  await expect.poll(second).toBeGreaterThan(before);
  return command(["backup", to], here);
}

const priorityBefore = getPriority();
beforeAll(async () => {
  await stockUp(server);
  await command(["backup", place], here);
});

describe("a backup", () => {
  test("leaves the tests' own process as quick as it was: other files are run in it afterwards", () => {
    expect(getPriority()).toBe(priorityBefore);
  });

  test("copies only the pictures that its place lacks, and has its name only when all of it is there", async () => {
    const inode = (name: string) => statSync(join(place, "files", name.slice(0, 2), name)).ino;
    const before = filesOf(join(place, "files")).map(([name]) => [name, inode(name)] as const);
    const image = await a.image();
    expect(await backUp()).toMatchObject({ code: 0, out: expect.stringMatching(/5 pictures/) as string });
    for (const [name, ino] of before) expect(inode(name)).toBe(ino);
    expect([before.length, filesOf(join(place, "files")).length, tars(place).length]).toEqual([5, 6, 2]);
    await (await server.asStaff()).call(deleteImage, { path: image });
    // a file where a folder has to be: nothing can be written
    writeFileSync(join(folder, "no-folder"), "");
    expect(await backUp(join(folder, "no-folder"))).toMatchObject({ code: 1 });
    expect(await command(["backup"], here)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/BACKUP_URL/) as string,
    });
    expect(await command(["backup", "ftp://x"], here)).toMatchObject({ code: 2 });
    expect(await command(["backup"], { ...here, BACKUP_URL: "ftp://x" })).toMatchObject({
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
    expect(await command(["verify-backup", lossy], {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/1 files were lost before/) as string,
    });
    renameSync(`${file}.gone`, file);
    await (await server.asStaff()).call(deleteImage, { path: image });
  });
});

test("what was restored is row for row and picture for picture what the backup's moment was, in a database of its own", async () => {
  const before = await rowsOf(connection);
  expect(await backUp()).toMatchObject({ code: 0 });
  await a.customer({ name: "Danach" });
  const empty = await emptyDatabase();
  const target = { DATA_DIR: join(folder, "into") };
  expect(await command(["restore", place, "--into", urlOf(empty)], target)).toMatchObject(allButSealed);
  expect(await rowsOf(empty)).toEqual(before);
  const [restored, original] = [target.DATA_DIR, dataDir].map((each) => [
    ...filesOf(join(each, "apps")),
    ...filesOf(join(each, "images")),
  ]);
  expect(restored).toEqual(original);
});

expensive("a backup made and restored with its files")(
  "what was scanned for a customer lies in the backup and comes back byte for byte",
  async () => {
    const owner = await a.customer();
    const box = await a.box({ owner, state: 1 });
    const order = await a.delivery({ owner, boxes: [box], kind: DeliveryKind.copy, state: DeliveryState.processing });
    const copy = await a.copy(order, box, await a.user({ isStaff: true }));
    const { sha256 } = await db.read
      .selectFrom("digital_copies")
      .select("sha256")
      .where("id", "=", copy.id)
      .executeTakeFirstOrThrow();
    const name = sha256.toString("hex");
    const [file, scanned] = [join("images", name.slice(0, 2), name), join(folder, "scanned")];
    expect(await backUp(scanned)).toMatchObject({ code: 0 });
    const target = { DATA_DIR: join(folder, "scanned-into") };
    const restored = await command(["restore", scanned, "--into", urlOf(await emptyDatabase())], target);
    expect(restored).toMatchObject(allButSealed);
    expect(readFileSync(join(target.DATA_DIR, file))).toEqual(readFileSync(join(dataDir, file)));
    expect(readFileSync(join(target.DATA_DIR, file)).toString("latin1", 0, 5)).toBe("%PDF-");
    await (await server.asStaff()).call(removeCopy, { path: copy });
  },
);

expensive("an encrypted backup written and restored in PostgreSQL")(
  "an encrypted backup is restored by who has its key, and refused to everybody else",
  async () => {
    const [key, wrong, sealed] = [join(folder, "key"), join(folder, "wrong"), join(folder, "sealed")];
    writeFileSync(key, "drei Hallen voller Papier");
    writeFileSync(wrong, "vier Hallen");
    expect(await command(["backup", sealed], { ...here, BACKUP_KEY_FILE: key })).toMatchObject({ code: 0 });
    expect(tars(sealed)).toEqual([expect.stringMatching(/\.tar\.age$/)]);
    const target = { DATA_DIR: join(folder, "unsealed") };
    for (const env of [{ BACKUP_KEY_FILE: wrong }, {}])
      expect(await command(["restore", sealed], { ...target, ...env })).toMatchObject({
        code: 1,
        err: expect.stringMatching(/does not open key\.age|BACKUP_KEY_FILE has to name/) as string,
      });
    expect(existsSync(target.DATA_DIR)).toBe(false);
    const restored = await command(["restore", sealed], { ...target, BACKUP_KEY_FILE: key });
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/4 pictures and 1 package/) as string });
  },
);

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
    const [name = ""] = tars(place);
    writeFileSync(join(bad, name), make(readFileSync(join(place, name))));
    for (const words of [
      ["verify-backup", join(bad, name)],
      ["restore", bad],
    ])
      expect(await command(words, { DATA_DIR: target })).toMatchObject({
        code: 1,
        out: "",
        err: expect.stringMatching(sentence) as string,
      });
    expect(() => readdirSync(target)).toThrow("ENOENT");
  });

  expensive("a backup read by four commands")(
    "one without its pictures, one that is not there, and a place without any",
    async () => {
      const alone = join(folder, "alone");
      mkdirSync(alone);
      const name = tars(place).at(-1) ?? "";
      cpSync(join(place, name), join(alone, name));
      const verified = await command(["verify-backup", alone], {});
      expect(verified).toMatchObject({
        code: 1,
        out: expect.stringMatching(/by Magazin [\s\S]+NOT whole: 5 files/) as string,
      });
      expect(verified.out).toContain(programVersion);
      const restored = await command(["restore", alone], { DATA_DIR: target });
      expect(restored).toMatchObject({
        code: 1,
        err: expect.stringMatching(/There is no files\/.*Nothing was changed/) as string,
      });
      expect(readdirSync(target)).toEqual([]);
      for (const nothing of [join(alone, "magazin-2026-01-01T00-00-00Z.tar"), join(folder, "nowhere")])
        expect(await command(["restore", nothing], { DATA_DIR: target })).toMatchObject({
          code: 1,
          err: expect.stringMatching(/There is no /) as string,
        });
    },
  );
});
