import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import type { Proof } from "#cli/check/proof.ts";
import { deleteImage, uploadImage } from "#contract/calls/stock/images.ts";
import { startHousekeeping } from "#server/housekeeping.ts";
import { type Picture, PictureStore, readPicture } from "#server/storage/pictures.ts";
import { filesOf } from "#test/life/box-life-pictures.ts";
import { testConfig, testServer, urlOf } from "#test/support/client.ts";
import { manyWriters, testDatabase } from "#test/support/database.ts";
import { pictureFile } from "#test/support/factories.ts";
import { repeated } from "#test/support/extent.ts";
import { expensive } from "#test/support/tiers.ts";
import { Database } from "#server/database/database.ts";
import { addImage, keepPicture, sweepPictures } from "./mutations.ts";
import { storesIn } from "#server/storage/stores.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a, dataDir } = server;
const staff = await server.asStaff();
const beside = await testServer(db, { DATA_DIR: dataDir }); // a second server on the same folder
const store = storesIn(dataDir).pictures;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const often = { interval: 10 };

/** Before which every file was written: none is too young, so that only the claim keeps a sweep away from an upload. */
const never = () => new Date(Date.now() + 3_600_000);

/** Leaves a file of this age, as an interrupted upload or deletion would. */
function leave(name: string, minutes: number): string {
  const file = join(dataDir, "images", name.slice(0, 2), name);
  mkdirSync(join(dataDir, "images", name.slice(0, 2)), { recursive: true });
  writeFileSync(file, "left");
  utimesSync(file, minutesAgo(minutes), minutesAgo(minutes));
  return name;
}

const upload = async (box: { id: number }, file: Buffer<ArrayBuffer>, at = server) => {
  const client = at === server ? staff : await at.as({ id: staff.userId });
  const answer = await client.submit(uploadImage, urlOf(uploadImage), { box_id: box.id, image: new Blob([file]) });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${answer.text}`);
  return (answer.body as { id: number }).id;
};

async function check(): Promise<{ findings: number; left: Proof | undefined }> {
  const said: Proof[] = [];
  const disk = { pictures: store, deep: true, now: new Date() };
  const findings = await runChecks(db, (proof) => said.push(proof), disk);
  return { findings: findings.length, left: said.find(({ warning }) => warning === "left") };
}

test("what a kill leaves behind is a warning of check, gone after an hour, and no picture goes with it", async () => {
  const id = await upload(await a.box(), await pictureFile());
  const { sha256 } = await db.read.selectFrom("images").select("sha256").where("id", "=", id).executeTakeFirstOrThrow();
  const kept = sha256.toString("hex");
  for (const name of [kept, `${kept}.preview`]) {
    utimesSync(join(dataDir, "images", kept.slice(0, 2), name), minutesAgo(9000), minutesAgo(9000));
  }
  const hex = (digit: string) => digit.repeat(64);
  const old = [hex("a"), `${hex("a")}.preview`, `${hex("b")}.${randomUUID()}.part`, `${kept}.${randomUUID()}.part`];
  for (const name of old) leave(name, 61);
  const young = [hex("c"), `${hex("c")}.preview.${randomUUID()}.part`].map((name) => leave(name, 59));
  const foreign = leave("letter.txt", 9000);
  mkdirSync(join(dataDir, "apps"), { mode: 0o755 });
  for (const [name, age] of [
    ["1.2.apk.x.part", 61],
    ["1.3.apk.x.part", 59],
  ] as const) {
    writeFileSync(join(dataDir, "apps", name), "");
    utimesSync(join(dataDir, "apps", name), minutesAgo(age), minutesAgo(age));
  }
  const before = await check();
  expect(before).toMatchObject({ findings: 0, left: { violations: 7, checked: 9 } });
  expect(before.left?.first).toContain(`file aa/${hex("a")} belongs to no picture`);
  expect(before.left?.first).toContain("file le/letter.txt is none of ours");

  const said: string[] = [];
  const leaveIt = startHousekeeping(
    { db, config: testConfig({ DATA_DIR: dataDir }), now: () => new Date() },
    (message, detail) => said.push(`${message} ${JSON.stringify(detail)}`),
  );
  await expect.poll(() => said, often).toContain('removed files that broken-off work had left behind {"files":5}');
  await leaveIt();
  expect(await filesOf(dataDir)).toEqual([kept, `${kept}.preview`, ...young, foreign].sort());
  expect(readdirSync(join(dataDir, "apps"))).toEqual(["1.3.apk.x.part"]);
  expect(statSync(join(dataDir, "apps")).mode & 0o777).toBe(0o700); // as an earlier version had left it open

  expect(await sweepPictures(db, store, { before: minutesAgo(1) })).toBe(2);
  expect(await filesOf(dataDir)).toEqual([kept, `${kept}.preview`, foreign].sort());
});

test("a sweep that meets an upload between its file and its row leaves the file alone", async () => {
  const box = await a.box();
  const picture = await readPicture(await pictureFile());
  const [put, swept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const kept = keepPicture(db, store, picture, async (tx) => {
    put.resolve();
    await swept.promise;
    return addImage(tx, staff.userId, box.id, picture);
  });
  await put.promise;
  expect(await sweepPictures(db, store, { before: never() })).toBe(0);
  swept.resolve();
  await kept;
  expect(await store.faultOf(picture.sha256, picture.bytes.length, true)).toBeNull();
});

test("an upload during which the clock jumps, so that a sweep takes its file for a dead one's, puts it again", async () => {
  const box = await a.box();
  const picture = await readPicture(await pictureFile());
  const removed: number[] = [];
  class Interrupted extends PictureStore {
    override async put(file: Picture): Promise<void> {
      await super.put(file);
      if (removed.length > 0) return;
      await db.write((tx) => sql`update picture_claims set at = at - interval '2 hours'`.execute(tx));
      removed.push(await sweepPictures(db, store, { before: never() }));
    }
  }
  const id = await keepPicture(db, new Interrupted(storesIn(dataDir).place), picture, (tx) =>
    addImage(tx, staff.userId, box.id, picture),
  );
  expect(removed).toEqual([2]);
  expect(await store.faultOf(picture.sha256, picture.bytes.length, true)).toBeNull();
  expect(await db.read.selectFrom("images").select("id").where("sha256", "=", picture.sha256).execute()).toEqual([
    { id },
  ]);
});

expensive("a sweep beside people who upload and delete")(
  "a sweep beside uploads and deletions of the same pictures on two servers takes no file that has a row",
  async () => {
    const boxes = [await a.box(), await a.box(), await a.box()];
    const files = [await pictureFile(), await pictureFile()];
    const sweeping = new Database(connection, { sizes: manyWriters });
    const work = { goesOn: true };
    let removed = 0;
    const sweep = async () => {
      while (work.goesOn) removed += await sweepPictures(sweeping, store, { before: never() });
    };
    const person = async (index: number) => {
      for (let round = 0; round < repeated(6, 60); round++) {
        const at = (index + round) % 2 === 0 ? server : beside;
        const id = await upload(boxes[(index + round) % 3] ?? { id: 0 }, files[index % 2] ?? Buffer.alloc(0), at);
        if (round % 3 > 0) await staff.call(deleteImage, { path: { id } });
      }
    };
    // a file without a row comes and goes all the while, so that there is always something to take
    const litter = async () => {
      const gone = () => !work.goesOn || !existsSync(join(dataDir, "images", "dd", "d".repeat(64)));
      while (work.goesOn) {
        leave("d".repeat(64), 0);
        await expect.poll(gone, often).toBe(true);
      }
    };
    const others = [sweep(), sweep(), litter()];
    await Promise.all([0, 1, 2, 3].map(person)).finally(() => (work.goesOn = false));
    await Promise.all(others);
    await sweeping.close();
    expect(removed).toBeGreaterThan(0);
    expect((await check()).findings).toBe(0);
  },
);

test("a claim that a killed server left behind keeps a file for an hour, and is then forgotten", async () => {
  const sha256 = randomBytes(32);
  const name = leave(sha256.toString("hex"), 9000);
  const claim = (age: string) =>
    db.write((tx) =>
      sql`insert into picture_claims (sha256, removing, at) values (${sha256}, false, now() - ${age}::interval)`.execute(
        tx,
      ),
    );
  await claim("59 minutes");
  await sweepPictures(db, store, { before: minutesAgo(60) });
  expect(await filesOf(dataDir)).toContain(name);
  await db.write((tx) => sql`update picture_claims set at = at - interval '1 minute'`.execute(tx));
  await sweepPictures(db, store, { before: minutesAgo(60) });
  expect(await filesOf(dataDir)).not.toContain(name);
  expect(await db.read.selectFrom("picture_claims").selectAll().execute()).toEqual([]);
});
