import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { findBinaries } from "#server/postgres/binaries.ts";
import { readPidFile } from "#server/postgres/pid-file.ts";
import { FolderInUse, lockFolder } from "#server/postgres/folder-lock.ts";
import { isAlive, startMark } from "#server/postgres/process.ts";
import {
  ask,
  askPatiently,
  children,
  clusterDir,
  dataDir,
  eachOnItsOwnFolder,
  events,
  killHard,
  killPid,
  lockFile,
  parent,
  postmasterPid,
  readBack,
  settings,
  start,
  startAndStop,
  startElsewhere,
  useFolder,
  writeDown,
} from "#test/support/embedded.ts";
import { fill } from "./disks.ts";
import { nobodyRuns } from "./nobody.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

eachOnItsOwnFolder();

describe("the embedded PostgreSQL", () => {
  describe("in order", () => {
    test("knows German letters, has checksums and listens on a socket only", async () => {
      const { connection } = await start();
      expect(await ask(connection, "SELECT 'ÄRZTE' ILIKE '%ärz%'")).toEqual([true]);
      expect(await ask(connection, "SHOW data_checksums")).toEqual(["on"]);
      expect(await ask(connection, "SHOW listen_addresses")).toEqual([""]);
      expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700);
    });

    test("starts in a folder whose path is longer than a socket's may be", async () => {
      useFolder(join(dataDir, "a".repeat(100), "b".repeat(100)));
      const { connection } = await start();
      expect(await ask(connection, "SELECT 1")).toEqual([1]);
    });

    test("names the full disk at the start", async ({ skip }) => {
      const disk = join(dataDir, "small");
      fs.mkdirSync(disk, { mode: 0o755 });
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=20m,mode=755", "tmpfs", disk]).status !== 0)
        return skip("only root may mount a small disk");
      try {
        useFolder(join(disk, "data"));
        await expect(start()).rejects.toThrow(/The disk with .*small.* is full/);
        expect(fs.readdirSync(dataDir)).not.toContain("postgres.lock");
      } finally {
        spawnSync("umount", [disk]);
      }
    });
  });

  describe("with others on the same folder", () => {
    test("waits for the one whose supervisor was killed, which is about to end, and for no other", async () => {
      const holder = spawn("sleep", ["600"]);
      children.push(holder);
      const mark = `${holder.pid}\n${startMark(holder.pid ?? 0)}\n`;
      const patient = { timeouts: 60_000, onWait: (pid: number) => void process.kill(pid) };
      for (const supervisor of ["", `${process.pid} ${startMark(process.pid)}`]) {
        fs.writeFileSync(lockFile(), `${mark}${supervisor}\n`);
        await expect(lockFolder(dataDir, patient)).rejects.toThrow(`running Magazin (process ${holder.pid})`);
      }
      fs.writeFileSync(lockFile(), `${mark}999999999 long ago\n`);
      await expect(lockFolder(dataDir)).rejects.toThrow(FolderInUse);
      (await lockFolder(dataDir, patient))();
      expect(holder.killed || holder.signalCode).toBeTruthy();
    });

    test("waits as well for the one whose supervisor died before it had the folder", async () => {
      vi.stubEnv("MAGAZIN_SUPERVISOR", "999999999");
      const leave = await lockFolder(dataDir);
      vi.unstubAllEnvs();
      const waitedFor: number[] = [];
      const onWait = (pid: number) => (waitedFor.push(pid), leave());
      (await lockFolder(dataDir, { timeouts: 60_000, onWait }))();
      expect(waitedFor).toEqual([process.pid]);
    });

    test("is given to exactly one of several that start at the same moment on a stale lock", async () => {
      fs.writeFileSync(lockFile(), "999999999\nlong ago\n");
      const answers = await Promise.all([1, 2, 3, 4].map(() => startElsewhere()));
      expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
      expect(answers.filter(({ error }) => error?.includes("in use by another running Magazin"))).toHaveLength(3);
    });
  });

  describe("after a kill -9", () => {
    test("of PostgreSQL and Node starts", async () => {
      const former = await startElsewhere();
      await ask(former.connection, writeDown);
      process.kill(postmasterPid()!, "SIGKILL");
      await killHard(former.child);
      const { connection } = await start();
      expect(await ask(connection, readBack)).toEqual(["kept"]);
    });

    test("of Node is stopped and started anew when a cleaner took its socket", async () => {
      const former = await startElsewhere();
      await ask(former.connection, writeDown);
      await killHard(former.child);
      const orphan = postmasterPid();
      fs.rmSync(former.connection.host, { recursive: true });
      const { connection } = await start();
      expect(await ask(connection, readBack)).toEqual(["kept"]);
      expect(isAlive(orphan!)).toBe(false);
    });

    test("of Node is stopped and started anew when it should run with other settings", async () => {
      const former = await startElsewhere();
      await killHard(former.child);
      const { connection } = await start({ settings: { ...settings, work_mem: "8MB" } });
      expect(await ask(connection, "SHOW work_mem")).toEqual(["8MB"]);
    });

    test("of PostgreSQL comes back by itself at the same address, again and again", async () => {
      const { connection } = await start();
      await ask(connection, writeDown);
      for (const _ of [1, 2, 3]) {
        await killPid();
        expect(await askPatiently(connection, readBack)).toEqual(["kept"]);
      }
      expect(events.filter((event) => event.startsWith("PostgreSQL was started again"))).toHaveLength(3);
    });

    test("of PostgreSQL comes back while one of its processes is still computing", async () => {
      const { connection, superuser } = await start();
      const computing = ask(connection, "SELECT count(*) FROM generate_series(1, 1e12)").catch(() => "ended");
      const busy = "SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND usename = 'magazin'";
      await expect.poll(() => ask(superuser, busy)).toEqual([1]);
      await killPid();
      expect(await askPatiently(connection, "SELECT 1")).toEqual([1]);
      expect(await computing).toBe("ended");
      expect(events.join()).toContain("Ending a process that a killed PostgreSQL left behind");
    });

    test("gives up with an event when PostgreSQL cannot start any more", async () => {
      const postgres = await start();
      fs.renameSync(join(clusterDir(), "global"), join(dataDir, "global"));
      await killPid();
      while (!events.at(-1)?.includes('"final":true')) await sleep(50);
      expect(events.filter((event) => event.startsWith("PostgreSQL could not be started again"))).toHaveLength(10);
      await postgres.stop();
      expect(fs.existsSync(lockFile())).toBe(false);
    });

    test("of PostgreSQL on a full disk waits until there is room, however often it cannot start", async ({ skip }) => {
      const disk = join(dataDir, "small");
      fs.mkdirSync(disk, { mode: 0o755 });
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=755", "tmpfs", disk]).status !== 0)
        return skip("only root may mount a small disk");
      try {
        useFolder(join(disk, "data"));
        const postgres = await start();
        await ask(postgres.connection, writeDown);
        const ballast = join(disk, "ballast");
        fill(ballast);
        await killPid();
        await expect
          .poll(() => events.filter((event) => event.includes("is full")).length, { timeout: 60_000 })
          .toBe(2);
        fs.rmSync(ballast);
        expect(await askPatiently(postgres.connection, readBack)).toEqual(["kept"]);
        await postgres.stop();
      } finally {
        spawnSync("umount", ["-l", disk]);
      }
    });

    test("can be stopped while it is being started again", async () => {
      const postgres = await start();
      await killPid();
      await sleep(10);
      await postgres.stop();
      expect(readPidFile(clusterDir())).toSatisfy((file?: { pid: number }) => !file || !isAlive(file.pid));
    });
  });

  describe("with a pid file that lies", () => {
    test("starts when it is empty, names nobody, something else of the same user, or a process that has ended", async () => {
      await startAndStop();
      for (const pid of ["", "999999999", await foreignProcess(), await endedProcess()]) {
        fs.writeFileSync(
          join(clusterDir(), "postmaster.pid"),
          pid && `${pid}\n${clusterDir()}\n1700000000\n5432\n/tmp\n\n\nready\n`,
        );
        const postgres = await start();
        expect(await ask(postgres.connection, readBack)).toEqual(["kept"]);
        await postgres.stop();
      }
      expect(children.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null)).toBe(true);
    });

    async function foreignProcess(): Promise<string> {
      return spawnAsOwner("echo $$; exec sleep 60");
    }

    async function endedProcess(): Promise<string> {
      return spawnAsOwner("sh -c 'echo $$' & exec sleep 60");
    }

    async function spawnAsOwner(script: string): Promise<string> {
      const { uid, gid } = fs.statSync(clusterDir());
      const ids = isRoot ? { uid, gid } : {};
      const child = spawn("sh", ["-c", script], { cwd: "/", stdio: ["ignore", "pipe", "ignore"], ...ids });
      children.push(child);
      const [pid] = (await once(child.stdout, "data")) as [Buffer];
      return pid.toString().trim();
    }
  });

  describe("with something half done", () => {
    test("makes the files anew when making them was interrupted", async () => {
      fs.mkdirSync(join(dataDir, "postgres.new", "base"), { recursive: true });
      fs.writeFileSync(join(dataDir, "postgres.new", "PG_VERSION"), "18\n");
      const { connection } = await start();
      expect(await ask(connection, "SELECT 1")).toEqual([1]);
      expect(fs.existsSync(join(dataDir, "postgres.new"))).toBe(false);
    });

    test.each([
      ["database", "DROP DATABASE magazin"],
      ["role", "DROP DATABASE magazin; DROP ROLE magazin"],
    ])("makes the %s when a crash came between", async (_, sql) => {
      const first = await start();
      for (const statement of sql.split(";")) await ask(first.superuser, statement);
      await first.stop();
      const { connection } = await start();
      expect(await ask(connection, "SELECT current_user")).toEqual(["magazin"]);
    });

    test("restores the links that a blocked install script did not make", async () => {
      const binaries = copyOfBinaries(parent);
      const links = fs
        .readdirSync(join(binaries, "lib"), { withFileTypes: true })
        .filter((file) => file.isSymbolicLink());
      for (const { name } of links) fs.rmSync(join(binaries, "lib", name));
      const { connection } = await start({ binaries });
      expect(await ask(connection, "SELECT 1")).toEqual([1]);
      expect(links.length).toBeGreaterThan(0);
      expect(events[0]).toContain(`"restored":${links.length}`);
    });

    test("cuts a log that has grown too long", async () => {
      fs.writeFileSync(join(dataDir, "postgres.log"), "x".repeat(11 * 1024 * 1024));
      await start();
      expect(fs.statSync(join(dataDir, "postgres.log")).size).toBeLessThan(10_000);
    });
  });

  describe("as root", () => {
    test.runIf(isRoot)(
      "starts below a folder that no other account can enter, and under another account once it can",
      async () => {
        const closed = fs.mkdtempSync(join(parent, "closed-"));
        useFolder(join(closed, "data"));
        const binaries = copyOfBinaries(closed);
        const first = await start({ binaries });
        expect(events.join()).toContain("in a user namespace");
        await ask(first.connection, writeDown);
        await killPid();
        expect(await askPatiently(first.connection, readBack)).toEqual(["kept"]);
        await first.stop();
        fs.chmodSync(closed, 0o755);
        const { connection } = await start({ binaries });
        expect(await ask(connection, readBack)).toEqual(["kept"]);
        expect(fs.statSync(clusterDir()).uid).not.toBe(0);
      },
    );

    test.runIf(isRoot && nobodyRuns())(
      "lets a normal user do the same: first start, kill -9, next start, another user's folder",
      async () => {
        fs.chownSync(dataDir, nobody, nobody);
        const former = await startElsewhere(nobody);
        await ask(former.connection, writeDown);
        const orphan = postmasterPid();
        await killHard(former.child);
        const next = await startElsewhere(nobody);
        expect(postmasterPid()).toBe(orphan);
        expect(await ask(next.connection, readBack)).toEqual(["kept"]);
        await killHard(next.child);
        await killPid();
        fs.chownSync(clusterDir(), 1, 1);
        fs.chmodSync(clusterDir(), 0o755);
        expect((await startElsewhere(nobody)).error).toContain("belongs to another user (uid 1)");
        fs.chownSync(clusterDir(), nobody, nobody);
      },
    );
  });

  function copyOfBinaries(folder: string): string {
    const copy = join(folder, "embedded", "native");
    fs.cpSync(findBinaries(), copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  }
});
