import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { backupState } from "#contract/calls/system/backups.ts";
import { deleteImage } from "#contract/calls/stock/images.ts";
import { backUpIfDue, backUpNightly } from "#server/backup/nightly.ts";
import { backupRuns } from "#server/database/jobs/job-runs.ts";
import { measureBackups } from "#server/watching/backups.ts";
import { Jobs } from "#server/watching/jobs.ts";
import { testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);
const jobs = new Jobs(now);
measureBackups(jobs, { db, now });
const server = await testServer(db, {}, { now, jobs });
const staff = await server.asStaff();
const folder = mkdtempSync(join(tmpdir(), "magazin-nights-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = join(folder, "backups");
const hour = 3_600_000;

const night = (env: NodeJS.ProcessEnv = {}) => ({
  db,
  connection,
  now,
  config: testConfig({ DATA_DIR: server.dataDir, BACKUP_URL: place, BACKUP_KEEP: "1 daily", ...env }),
});
const reported: string[] = [];
const log = (message: string) => void reported.push(message);
const { signal } = new AbortController();
const backUp = (env?: NodeJS.ProcessEnv) => backUpIfDue(night(env), log, signal);
const tars = () => readdirSync(place).filter((name) => name.startsWith("magazin-"));
const files = () =>
  readdirSync(join(place, "files"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const metrics = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const [age = 0, bytes = 0, seconds = 0] = ["age_seconds", "size_bytes", "duration_seconds"].map((name) =>
    Number(new RegExp(`^magazin_backup_${name} (\\S+)$`, "m").exec(text)?.[1]),
  );
  return { age, bytes, seconds };
};

test("where there is no backup, staff and whoever watches the server are informed", async () => {
  expect(await staff.call(backupState, {})).toEqual({ taken: null, stale: true, plain: false });
  expect((await metrics()).age).toBeGreaterThan(50 * 365 * 86_400);
  await backUp({ BACKUP_URL: "" });
  expect(await backupRuns(db.read)).toBeUndefined();
});

test("where backups reveal the archive's keys, staff are informed", async () => {
  const other = await testServer(db, { BACKUP_URL: place }, { now });
  expect((await (await other.asStaff()).call(backupState, {})).plain).toBe(true);
});

describe("the backup of the night", () => {
  expensive("three backups on two servers, two of them at once")(
    "is made once by one of two servers, proven, and known to staff and metrics",
    async () => {
      await server.a.image();
      await Promise.all([backUp(), backUp()]);
      await backUp();
      expect(tars().length).toBe(1);
      const { taken, stale } = await staff.call(backupState, {});
      expect([stale, Math.abs(Date.now() - new Date(taken ?? 0).getTime()) < hour]).toEqual([false, true]);
      const { age, bytes, seconds } = await metrics();
      expect(age).toBeLessThan(3600);
      expect((await backupRuns(db.read))?.result).toMatchObject({
        address: join(place, tars()[0] ?? ""),
        bytes,
        seconds,
      });
    },
  );

  test("that fails is known by its reason, and tried again an hour later, not sooner", async () => {
    clock.ahead += 24 * hour;
    writeFileSync(join(folder, "file"), "");
    await backUp({ BACKUP_URL: join(folder, "file", "below") });
    expect((await backupRuns(db.read))?.reason).toMatch(/ENOTDIR|EEXIST/);
    expect(reported.at(-1)).toBe("the backup failed");
    await db.write((tx) => tx.updateTable("jobs").set({ begun: now().toISOString() }).execute());
    await backUp();
    expect((await backupRuns(db.read))?.failed).not.toBeNull();
    clock.ahead += 13 * hour;
    expect((await staff.call(backupState, {})).stale).toBe(true);
    await backUp();
    expect(await backupRuns(db.read)).toMatchObject({ failed: null, reason: null });
  });

  expensive("two backups with all their files")(
    "takes the place of old ones; files that no kept one names go, those that it names and foreign ones stay",
    async () => {
      const image = await server.a.image();
      const app = await server.a.app();
      clock.ahead += 24 * hour;
      await backUp();
      const [made = ""] = tars();
      const before = files().map(({ name }) => name);
      renameSync(join(place, made), join(place, "magazin-2020-01-01T01-30-00Z.tar"));
      writeFileSync(join(place, "magazin-2020-01-02T01-30-00Z.tar.0000.part"), "half");
      mkdirSync(join(place, "files", "00"), { recursive: true });
      writeFileSync(join(place, "files", "00", "README"), "foreign");
      await staff.call(deleteImage, { path: image });
      clock.ahead += 72 * hour;
      await backUp();
      expect(tars().length).toBe(1);
      const gone = before.filter((name) => !files().some((file) => file.name === name));
      expect([before.length, gone.length, files().some(({ name }) => name === "README")]).toEqual([3, 1, true]);
      expect(app.bytes.length).toBeGreaterThan(0);
      expect(reported.at(-1)).toBe("removed old backups and what only they named");
    },
  );

  expensive("a backup ended in the middle, after those above")("ends with the server", async () => {
    clock.ahead += 24 * hour;
    const end = backUpNightly(night(), log);
    await end();
    expect(tars().length).toBeLessThanOrEqual(2);
    expect(tars().filter((name) => !name.endsWith(".tar"))).toEqual([]);
  });
});
