import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  ask,
  askPatiently,
  clusterDir,
  dataDir,
  eachOnItsOwnFolder,
  events,
  killHard,
  killPid,
  lockFile,
  postmasterPid,
  readBack,
  start,
  startAndStop,
  startElsewhere,
  useFolder,
  writeDown,
} from "#test/support/embedded.ts";
import { expensive } from "#test/support/tiers.ts";
import { lockFolder } from "./folder-lock.ts";
import { isAlive } from "./process.ts";

eachOnItsOwnFolder();

// The rarer accidents are in test/faults/embedded.test.ts (npm run test:faults).
describe("the embedded PostgreSQL", () => {
  describe("in order", () => {
    expensive("a PostgreSQL made and started twice")(
      "makes files, role and database at the first start, and keeps them for the next",
      async () => {
        await startAndStop();
        const { connection } = await start();
        expect(await ask(connection, readBack)).toEqual(["kept"]);
        expect(connection).toMatchObject({ user: "magazin", database: "magazin" });
      },
    );

    expensive("a PostgreSQL made and started")(
      "gives the product a role that is no superuser, but may make tables and the search index",
      async () => {
        const { connection, superuser } = await start();
        const rights = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user";
        expect(await ask(connection, rights)).toEqual([false, false, false]);
        expect(await ask(connection, "CREATE EXTENSION pg_trgm")).toEqual([]);
        expect(await ask(superuser, rights)).toEqual([true, true, true]);
      },
    );

    expensive("two PostgreSQL made under two umasks")(
      "closes what it makes to every other account, whatever the umask says",
      async () => {
        for (const umask of [0, 0o77]) {
          const before = process.umask(umask);
          try {
            useFolder(join(dataDir, `new-${umask}`, "data"));
            const postgres = await start();
            const closed = (mode: number) => (mode & 0o077).toString(8);
            // as root, PostgreSQL runs under another account, which must get through
            expect(closed(fs.statSync(dataDir).mode)).toBe(process.getuid?.() === 0 ? "11" : "0");
            const inside = fs
              .readdirSync(dataDir)
              .map((name) => `${name} ${closed(fs.statSync(join(dataDir, name)).mode)}`);
            expect(inside.sort()).toEqual(["postgres 0", "postgres.lock 0", "postgres.log 0"]);
            if (process.getuid?.() === 0) expect(events.join()).not.toContain("namespace");
            await postgres.stop();
          } finally {
            process.umask(before);
          }
        }
      },
    );

    expensive("a PostgreSQL made, started and stopped")(
      "leaves nothing behind when it is stopped, even twice",
      async () => {
        const postgres = await start();
        const pid = postmasterPid()!;
        await Promise.all([postgres.stop(), postgres.stop()]);
        expect(isAlive(pid)).toBe(false);
        expect(fs.existsSync(postgres.connection.host)).toBe(false);
        expect(fs.readdirSync(dataDir).sort()).toEqual(["postgres", "postgres.log"]);
      },
    );
  });

  describe("with others on the same folder", () => {
    expensive("a PostgreSQL and another process at its folder")(
      "refuses in plain words, naming the process that has it",
      async () => {
        await start();
        const inUse = `in use by another running Magazin (process ${process.pid})`;
        await expect(start()).rejects.toThrow(inUse);
        expect((await startElsewhere()).error).toContain(inUse);
      },
    );

    test.each([
      ["of a process that no longer runs", "999999999\n\n"],
      ["whose process id belongs to another process now", `${process.ppid}\nanother start\n`],
      ["that a crash left half written", ""],
    ])("takes over a lock %s", async (_, content) => {
      fs.writeFileSync(lockFile(), content);
      fs.utimesSync(lockFile(), 0, 0);
      const unlock = await lockFolder(dataDir);
      expect(fs.readFileSync(lockFile(), "utf8")).toMatch(new RegExp(`^${process.pid}\n`));
      unlock();
    });
  });

  describe("after a kill -9", () => {
    expensive("a process and its PostgreSQL that are killed")(
      "of Node is taken over while it runs, and started again when it is killed as well",
      async () => {
        const former = await startElsewhere();
        await ask(former.connection, writeDown);
        await killHard(former.child);
        const orphan = postmasterPid();
        const { connection } = await start();
        expect(postmasterPid()).toBe(orphan);
        expect(connection).toEqual(former.connection);
        await killPid();
        expect(await askPatiently(connection, readBack)).toEqual(["kept"]);
        expect(postmasterPid()).not.toBe(orphan);
      },
    );
  });

  describe("with something half done", () => {
    test("refuses a folder with other files and the files of another version, and gives the lock back", async () => {
      fs.mkdirSync(clusterDir());
      fs.writeFileSync(join(clusterDir(), "letter.txt"), "");
      await expect(start()).rejects.toThrow("holds files, but no database");
      fs.writeFileSync(join(clusterDir(), "PG_VERSION"), "17\n");
      await expect(start()).rejects.toThrow("was made by PostgreSQL 17");
      expect(fs.existsSync(lockFile())).toBe(false);
    });
  });
});
