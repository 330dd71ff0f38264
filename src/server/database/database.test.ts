import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { factories } from "#test/support/factories.ts";
import { readPicture } from "#server/storage/pictures.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { hashPassword, passwordFits } from "#server/http/passwords/passwords.ts";
import { Database } from "./database.ts";
import { storesIn } from "#server/storage/stores.ts";

const { db, connection } = await testDatabase();
const a = factories(db, storesIn("").pictures);
const area = await a.area();
const { user, password = "", host, port, database } = connection;
const url = `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;

const readOnly = { code: "25006" };

describe.each([
  ["its parts", connection],
  ["a URL", url],
])("a database that is named by %s", (_what, where) => {
  test("refuses a change that goes through a read, in whatever words, and none of it stays", async () => {
    const one = new Database(where);
    try {
      const rename = sql`update areas set name = 'read' where id = ${area.id}`;
      await expect(rename.execute(one.read)).rejects.toMatchObject(readOnly);
      const change = sql<object>`with changed as (update areas set name = 'read' returning id) select id from changed`;
      await expect(one.read.list("change", change)).rejects.toMatchObject(readOnly);
      const lock = one.read.selectFrom("areas").select("id").forUpdate();
      await expect(lock.execute()).rejects.toMatchObject(readOnly);
      expect(await one.read.selectFrom("areas").select("name").execute()).toEqual([{ name: area.name }]);
      await one.write((tx) => rename.execute(tx));
      expect(await one.read.selectFrom("areas").select("name").execute()).toEqual([{ name: "read" }]);
      await one.write((tx) => tx.updateTable("areas").set({ name: area.name }).execute());
    } finally {
      await one.close();
    }
  });
});

test("who reads waits for nobody who writes, however many do", async () => {
  const { pools } = db;
  const writers = await Promise.all(Array.from({ length: pools.writing.options.max }, () => pools.writing.connect()));
  try {
    expect(await db.read.selectFrom("areas").select("id").execute()).toEqual([{ id: area.id }]);
    expect(await db.state()).toBe("ready");
  } finally {
    for (const client of writers) client.release();
  }
});

describe("a change that PostgreSQL gives up", () => {
  /** Returns how often a change was tried that fails the first so many times, and its result. */
  const tried = async (failure: object, times: number) => {
    let attempts = 0;
    const change = db.write(async (tx) => {
      await tx
        .updateTable("areas")
        .set({ name: `tried ${++attempts}` })
        .where("id", "=", area.id)
        .execute();
      if (attempts <= times) throw Object.assign(new Error("given up"), failure);
      return "made";
    });
    const end = await change.catch((error: Error) => error.message);
    const [row] = await db.read.selectFrom("areas").select("name").where("id", "=", area.id).execute();
    return [end, attempts, row?.name];
  };
  const unchanged = "untried";
  beforeEach(async () => {
    await db.write((tx) => tx.updateTable("areas").set({ name: unchanged }).where("id", "=", area.id).execute());
  });

  test.each([
    ["a conflict", { code: "40001" }],
    ["a deadlock", { code: "40P01" }],
    ["a table that a migration locks", { code: "55P03", where: "" }],
    ["a table, said without a place", { code: "55P03" }],
  ])("for %s is tried three times, each from the beginning, and no more", async (_, failure) => {
    expect(await tried(failure, 1)).toEqual(["made", 2, "tried 2"]);
    expect(await tried(failure, 2)).toEqual(["made", 3, "tried 3"]);
    expect(await tried(failure, 3)).toEqual(["given up", 3, "tried 3"]); // as the one before left it
  });

  test.each([
    ["a row that somebody holds", { code: "55P03", where: 'while locking tuple (0,1) in relation "areas"' }],
    ["a value that is there already", { code: "23505" }],
    ["a statement that took too long", { code: "57014" }],
    ["a fault of the program", {}],
  ])("for %s is not tried again, and changes nothing", async (_, failure) => {
    expect(await tried(failure, 1)).toEqual(["given up", 1, unchanged]);
  });
});

describe("what waits for something else than the database holds no connection meanwhile:", () => {
  const store = storesIn("nowhere").pictures;
  const sha256 = Buffer.alloc(32);
  const nothing = Buffer.alloc(0);
  const listed = { name: "nothing", facts: async () => null };
  const file = { name: "nothing", sha256, part: false, isPreview: false, listed };
  const gone = { name: "", data: {}, printing: { provider: "", day: "2026-11-22" } } as const;
  const pdfWorkers = new PdfWorkers();

  test.each<[string, () => Promise<unknown>]>([
    ["hashing a password", () => hashPassword("geheim-genug")],
    ["checking one", () => passwordFits(undefined, "geheim-genug")],
    ["reading a picture", () => readPicture(nothing)],
    ["writing its file", () => store.put({ sha256, bytes: nothing, preview: nothing })],
    ["fetching its file", () => store.open(sha256, 1)],
    ["fetching its preview", () => store.preview(sha256)],
    ["proving it", () => store.faultOf(sha256, 1, true)],
    ["fetching it piece by piece", () => store.pieces(sha256).next()],
    ["asking for its size", () => store.sizeOf(sha256)],
    ["removing it", () => store.delete(sha256)],
    ["looking through all files", () => store.pages().next()],
    ["asking when one was written", () => store.written(file)],
    ["removing one", () => store.remove(file)],
    ["setting a document", () => pdfWorkers.set("labelSheet" as never, gone.data as never, gone.printing)],
  ])("%s is refused in a transaction", async (_what, wait) => {
    await expect(db.write(wait)).rejects.toThrow("inside of a transaction");
  });

  test("and after a transaction, also one that failed, it is not", async () => {
    await db.write(() => Promise.reject(new Error("rolled back"))).catch(() => undefined);
    expect(await store.sizeOf(sha256)).toBeNull();
  });
});
