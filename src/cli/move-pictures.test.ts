import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect } from "vitest";
import { deleteImage, imageFile } from "#contract/calls/stock/images.ts";
import { openStores, storesIn } from "#server/storage/stores.ts";
import { bareEnvironment } from "#test/support/system-programs.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { storeKeys, withStoreKeys } from "#test/support/store/store-keys.ts";
import { StorePeer } from "#test/support/store/store-peer.ts";
import { expensive } from "#test/support/tiers.ts";

withStoreKeys();
const { db, connection } = await testDatabase();
const { host, port, user, database } = connection;
const folder = mkdtempSync(join(tmpdir(), "magazin-move-"));
const dataDir = join(folder, "data");
const peer = await StorePeer.open();
const store = peer.addressOf("archiv");
const server = await testServer(db, { DATA_DIR: dataDir });
const { a } = server;
const staff = await server.asStaff();
afterAll(async () => {
  await peer.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => (peer.mood = "well"));

const here = {
  DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  DATA_DIR: dataDir,
};

/** Starts a program of ours. */
function begin(program: string, args: string[], env: Record<string, string>) {
  const options = { env: bareEnvironment({ ...storeKeys, ...here, ...env }) };
  const { promise: ended, resolve } = Promise.withResolvers<{ code: number; out: string; err: string }>();
  const file = join(import.meta.dirname, "..", program);
  const child = execFile(process.execPath, [file, ...args], options, (error, out, err) =>
    resolve({ code: error ? Number(error.code) : 0, out, err }),
  );
  return { child, ended };
}

const run = (...given: Parameters<typeof begin>) => begin(...given).ended;
const magazin = (args: string[], env: Record<string, string> = {}) => run("cli/main.ts", args, env);

const move = (to: string, env = {}) => magazin(["move-pictures", "--to", to], env);

/** A server that has to end by itself: one that starts, as it does where the store is late, is ended. */
function serverRefused() {
  const { child, ended } = begin("server/main.ts", [], { STORAGE_URL: store, PORT: "0" });
  let said = "";
  child.stdout?.on("data", (text: string) => {
    said += text;
    if (said.includes("is ready")) child.kill("SIGTERM");
  });
  return ended;
}
const isLate = (ended: { out: string; err: string } | undefined) =>
  ended !== undefined && /does not answer \(nothing within/.test(ended.out + ended.err);

const filesIn = (place: string) =>
  existsSync(place)
    ? Object.fromEntries(
        readdirSync(place, { recursive: true, encoding: "utf8", withFileTypes: true })
          .filter((entry) => entry.isFile() && /images|apps/.test(entry.parentPath))
          .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), "base64")]),
      )
    : {};
const filesAtStore = () =>
  Object.fromEntries([...peer.kept].map(([key, { bytes }]) => [key.split("/").at(-1), bytes.toString("base64")]));

describe("pictures and packages move", () => {
  expensive("four moves of all pictures, each a program")(
    "to an object store and back while people work, and what was stopped goes on where it was",
    async () => {
      const images = [await a.image(), await a.image(), await a.image()];
      await a.app({ version: "1.1" });
      const before = filesIn(dataDir);
      expect(Object.keys(before)).toHaveLength(7);
      expect(await move(store)).toMatchObject({
        code: 0,
        out: `Copied and proven: 3 of 3 pictures, 1 packages.\nNow set STORAGE_URL='${store}' and STORAGE_ALSO_URL='${dataDir}', start the servers again, and call this once more for what came meanwhile.\n`,
      });
      expect(filesAtStore()).toEqual(before);

      // meanwhile one came and one went; the servers are started again with both places
      images.push(await a.image());
      const stores = await openStores({ dataDir, storageUrl: store, storageAlsoUrl: dataDir });
      const settings = { STORAGE_URL: store, STORAGE_ALSO_URL: dataDir };
      const moved = await (async () => {
        for (const { id } of images) expect((await staff.download(imageFile, { path: { id } })).status).toBe(200);
        return stores;
      })();
      const { sha256, bytes } = await db.read
        .selectFrom("images")
        .select(["sha256", "bytes"])
        .where("id", "=", images.at(-1)?.id ?? 0)
        .executeTakeFirstOrThrow();
      (await moved.pictures.open(sha256, bytes)).stream.destroy();
      peer.asked.length = 0;
      expect(await move(store, settings)).toMatchObject({
        code: 0,
        out: `Copied and proven: 1 of 4 pictures, 0 packages.\nNothing needs ${dataDir} any more: leave out STORAGE_ALSO_URL, and start the servers again.\n`,
      });
      expect(peer.asked.filter((line) => line.startsWith("PUT"))).toHaveLength(2);
      expect(filesAtStore()).toEqual(filesIn(dataDir));
      const check = await magazin(["check", "--deep"], { STORAGE_URL: store });
      expect(check, check.out).toMatchObject({ code: 0, out: expect.not.stringContaining("left over") as string });

      const back = join(folder, "back");
      expect(await move(back, { STORAGE_URL: store })).toMatchObject({ code: 0 });
      expect(filesIn(back)).toEqual(filesIn(dataDir));
      expect(await move(store, { STORAGE_URL: store })).toMatchObject({
        code: 1,
        err: "s3://bucket/archiv is where files lie already: nothing has to move.\n",
      });
    },
  );

  expensive("two moves of all pictures, each a program")(
    "unless they are not whole where they lie: those are named, and the others move",
    async () => {
      const image = await a.image();
      const { sha256 } = await db.read
        .selectFrom("images")
        .select("sha256")
        .where("id", "=", image.id)
        .executeTakeFirstOrThrow();
      const [hex, to] = [sha256.toString("hex"), join(folder, "third")];
      const file = join(dataDir, "images", hex.slice(0, 2), hex);
      const kept = readFileSync(file);
      writeFileSync(file, Buffer.from(kept).fill(0, 100, 200));
      const moved = await move(to);
      expect([moved.code, moved.err]).toEqual([
        1,
        expect.stringContaining(
          `picture ${hex}: its SHA-256 is another\n1 files are not whole where they lie`,
        ) as string,
      ]);
      expect(Object.keys(filesIn(to)).sort()).toEqual(
        Object.keys(filesIn(dataDir))
          .filter((name) => !name.startsWith(hex))
          .sort(),
      );
      writeFileSync(file, kept);
      rmSync(`${file}.preview`);
      expect(await move(to)).toMatchObject({ code: 0, out: expect.stringContaining("proven: 1 of 5") as string });
      expect(await storesIn(to).pictures.faultOf(sha256, kept.length, true), "its preview is made anew").toBeNull();
      await staff.call(deleteImage, { path: { id: image.id } });
    },
  );
});

expensive("six commands and a server started as programs")(
  "a store that refuses is named with its reason by every command and at the start, and nothing is changed",
  async () => {
    const before = filesAtStore();
    peer.mood = "refusing";
    const nowhere = join(folder, "nowhere");
    const tries: [string[], Record<string, string>][] = [
      [["config"], { STORAGE_URL: store, BACKUP_URL: peer.addressOf("backups") }],
      [["move-pictures", "--to", store], {}],
      [["backup", store], {}],
      [["restore", store], { DATA_DIR: nowhere }],
      [["verify-backup", store], {}],
      [["check"], { STORAGE_URL: store }],
    ];
    const asked = [
      ...tries.map(
        ([args, env]) =>
          () =>
            magazin(args, env),
      ),
      serverRefused,
    ];
    const ended = await Promise.all(asked.map((ask) => ask()));
    // a call's ten seconds may pass on a machine with other work: who was not answered in time asks again, alone
    for (const [index, ask] of asked.entries()) while (isLate(ended[index])) ended[index] = await ask();
    for (const { code, out, err } of ended) {
      expect([code, out + err]).toEqual([
        1,
        expect.stringContaining(
          "s3://bucket/archiv: It refuses the keys: the secret key is another one, or the clocks differ.",
        ),
      ]);
      expect(out + err).not.toMatch(/\n\s+at |geheim/);
    }
    expect(ended[0]?.out).toContain("BACKUP_URL: s3://bucket/backups: It refuses the keys");
    expect([filesAtStore(), existsSync(nowhere)]).toEqual([before, false]);
  },
);

expensive("a server started as a program")(
  "a server starts while the store does not answer: it comes back, and everything else goes on",
  async () => {
    peer.mood = "overloaded";
    const { child, ended } = begin("server/main.ts", [], { STORAGE_URL: store, PORT: "0" });
    let said = "";
    child.stdout?.on("data", (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 60_000 }).toContain("is ready");
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    expect(said).toContain("s3://bucket/archiv: It answers 503 (SlowDown).");
  },
);
