import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { blankTexts } from "#server/database/destruction/blank-texts.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { clientConfig, type Connection, Database } from "#server/database/database.ts";
import { migrationNames } from "#server/database/migrate.ts";
import { sealHistory } from "#server/database/seal-history.ts";
import { age } from "#test/support/ageing.ts";
import { factories } from "#test/support/factories.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { format, headName, type Manifest } from "./manifest.ts";
import { BrokenBackup, readBackup } from "./read.ts";
import { NotEmpty, restoreDatabase } from "./restore.ts";
import { memberHead, padding } from "./tar.ts";
import { backupBytes } from "./write.ts";
import { storesIn } from "#server/storage/stores.ts";

const { db, connection } = await testDatabase();
const a = factories(db, storesIn(tmpdir()).pictures); // makes no picture

const taken = new Date("2026-11-22T01:30:00.000Z");
const apk = { name: "1.0.apk", bytes: 7, sha256: "0".repeat(64) };

async function backUp(from: Connection): Promise<{ bytes: Buffer; manifest: Manifest }> {
  const client = new pg.Client(clientConfig(from));
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const bytes: Buffer[] = [];
    const source = backupBytes({ client, program: "0.1.0", taken, packages: [apk], bringPictures: async () => [] });
    for (;;) {
      const { done, value } = await source.next();
      if (done === true) return { bytes: Buffer.concat(bytes), manifest: value };
      bytes.push(value);
    }
  } finally {
    await client.end();
  }
}

/** In pieces that begin and end anywhere, as a disk or a network hands them over. */
async function* pieces(bytes: Buffer, size = 997): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const asSuperuser = async <T>({ database }: { database: string }, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ ...inject("postgres").superuser, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Returns for each sequence of the catalogue the number that it gives next, and the highest number in its column. */
const numbersOf = (of: { database: string }) =>
  asSuperuser(of, async (client) => {
    const { rows } = await client.query<{ sequence: string; column: string; table: string }>(`
      select d.objid::regclass::text as sequence, a.attname as column, a.attrelid::regclass::text as table
      from pg_sequence s join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.refobjsubid > 0
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid`);
    const numbers = [];
    for (const { sequence, column, table } of rows) {
      const text = `select nextval('${sequence}')::int as next, coalesce((select max(${column}) from ${table}), 0)::int as highest`;
      numbers.push({ of: sequence, ...(await client.query<{ next: number; highest: number }>(text)).rows[0] });
    }
    return numbers;
  });

let whole: { bytes: Buffer; manifest: Manifest };
beforeAll(async () => {
  const owner = await a.customer({ name: "Ämter & Söhne" });
  await a.user({ customers: [owner] });
  for (const state of [0, 1, 2, 3, 4, 5, 6, 7] as const) {
    const box = await a.box({ owner, state });
    await a.content({ box, text: "Akte\tmit \\N und \\. und\nZeilen – größer als 中\u{1f4e6}" });
  }
  const box = await a.box({ owner });
  await db.write((tx) => tx.deleteFrom("boxes").where("id", "=", box.id).execute()); // a number that is not given again
  await db.write((tx) => sql`insert into audit (kind) values (1), (1)`.execute(tx));
  await age(connection, 40);
  await blankTexts(db, 30, new AbortController().signal);
  whole = await backUp(connection);
});

describe("a backup", () => {
  test("is read by the tar and the zstd of any system, as text that psql loads", async () => {
    const folder = mkdtempSync(join(tmpdir(), "magazin-backup-"));
    try {
      writeFileSync(join(folder, "backup.tar"), whole.bytes);
      execFileSync("tar", ["-xf", "backup.tar"], { cwd: folder });
      const lines = zstdDecompressSync(readFileSync(join(folder, "tables/contents/00000.copy.zst"))).toString();
      expect(lines.split("\n").length - 1).toBe(whole.manifest.tables.find(({ name }) => name === "contents")?.rows);
      expect(lines).toContain("Akte\\tmit \\\\N");
      expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toEqual(whole.manifest);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("says what it holds, and is proven by reading it", async () => {
    expect(await readBackup(pieces(whole.bytes))).toEqual(whole.manifest);
    expect(whole.manifest.tables.find(({ name }) => name === "boxes")?.rows).toBe(8);
    expect(whole.manifest.head.schema).toBe(migrationNames.at(-1));
  });
});

describe("what is damaged", () => {
  // every byte near the heads, and a spread over the rest
  const places = () => {
    const { length } = whole.bytes;
    const near = [0, 512, 1024, length - 1024, length - 2048].flatMap((from) =>
      Array.from({ length: 24 }, (_, i) => from + i * 21),
    );
    return [
      ...new Set([...near, ...Array.from({ length: 300 }, (_, i) => Math.floor((i * length) / 300)), length - 1]),
    ].filter((at) => at < length);
  };

  expensive("a backup read again for each of 400 damaged bytes")("is refused, whichever byte it is", async () => {
    for (const at of places()) {
      const damaged = Buffer.from(whole.bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x04;
      await expect(readBackup(pieces(damaged, 60_000)), `byte ${at}`).rejects.toBeInstanceOf(BrokenBackup);
    }
  });

  test("is refused when it ends early, goes on, or is something else", async () => {
    for (const length of [
      0,
      1,
      511,
      512,
      1536,
      whole.bytes.length >> 1,
      whole.bytes.length - 1025,
      whole.bytes.length - 1,
    ])
      await expect(readBackup(pieces(whole.bytes.subarray(0, length))), `${length} bytes`).rejects.toBeInstanceOf(
        BrokenBackup,
      );
    await expect(readBackup(pieces(Buffer.concat([whole.bytes, Buffer.alloc(512)])))).rejects.toBeInstanceOf(
      BrokenBackup,
    );
    await expect(readBackup(pieces(Buffer.from("PK\u0003\u0004 a zip")))).rejects.toBeInstanceOf(BrokenBackup);
  });
});

test("a backup in a later format is refused before anything of it is read, by a sentence with the version that wrote it", async () => {
  const head = Buffer.from(JSON.stringify({ ...whole.manifest.head, format: format + 1, program: "9.0.0" }));
  const bytes = Buffer.concat([memberHead({ name: headName, size: head.length }, taken), head, padding(head.length)]);
  await expect(readBackup(pieces(bytes))).rejects.toThrow("written by Magazin 9.0.0, in a newer format");
});

/** A manifest without what a restore notes of itself, and the numbers of deliveries, which go on beyond what may have been ordered since. */
const withoutNote = ({ before: _, tables, sequences, ...manifest }: Manifest) => ({
  ...manifest,
  tables: tables.filter(({ name }) => name !== "restored_numbers"),
  sequences: sequences.filter(({ table, column }) => table !== "restored_numbers" && column !== "code"),
});

describe("a restored database", () => {
  test("holds what the other one held, row for row, and goes on where that one stood", async () => {
    const target = await emptyDatabase();
    await restoreDatabase(target, {
      manifest: whole.manifest,
      bytes: pieces(whole.bytes, 60_000),
    });
    const again = await backUp(target);
    expect(withoutNote(again.manifest)).toEqual(withoutNote(whole.manifest));
    await sealHistory({ ...inject("postgres").superuser, database: target.database }, target.user);
    expect((await backUp(target)).manifest).toEqual(again.manifest); // by a role that may only read and add
    const restored = new Database(target);
    try {
      expect(await runChecks(restored)).toEqual([]);
      const { blanked } = await verifyHistory(db);
      expect(await verifyHistory(restored)).toMatchObject({ blanked, faults: 0 });
      expect(blanked).toBeGreaterThan(0);
      // what devices carry along is of the other one: its changes have no number here, and its mark is another
      const origin = (of: Database) => of.read.selectFrom("pack_origin").select("id").executeTakeFirstOrThrow();
      expect(await restored.read.selectFrom("object_changes").select("id").execute()).toEqual([]);
      expect(await origin(restored)).not.toEqual(await origin(db));
    } finally {
      await restored.close();
    }
  });

  test("gives no number that is there already, whatever the backup says is next; and is not backed up where it would", async () => {
    const target = await emptyDatabase();
    const said: Record<string, number> = { boxes: 5000, customers: 1, audit: 1 };
    const sequences = whole.manifest.sequences.map((one) => ({ ...one, next: said[one.table] ?? one.next }));
    await restoreDatabase(target, { manifest: { ...whole.manifest, sequences }, bytes: pieces(whole.bytes, 60_000) });
    const numbers = await numbersOf(target);
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter(({ next = 0, highest = 0 }) => next <= highest)).toEqual([]);
    expect(numbers).toContainEqual(expect.objectContaining({ of: "boxes_id_seq", next: 5000 }));
    await asSuperuser(target, (client) => client.query("alter sequence boxes_id_seq restart"));
    await expect(backUp(target)).rejects.toThrow(/next number of boxes\.id is 1, and \d+ is there already/);
    await sealHistory({ ...inject("postgres").superuser, database: target.database }, target.user);
    await asSuperuser(target, (client) => client.query(`revoke all on sequence audit_id_seq from ${target.user}`));
    await expect(backUp(target)).rejects.toThrow(/next number of audit\.id may not be read/);
  });

  test("has to be empty before, and nothing is changed where it is not", async () => {
    const restoring = { manifest: whole.manifest, bytes: pieces(whole.bytes) };
    await expect(restoreDatabase(connection, restoring)).rejects.toBeInstanceOf(NotEmpty);
    expect((await backUp(connection)).manifest).toEqual(whole.manifest);
  });

  test("is not made from a backup of a newer program", async () => {
    const head = { ...whole.manifest.head, schema: "9999_later", program: "9.0.0" };
    const restoring = {
      manifest: { ...whole.manifest, head },
      bytes: pieces(whole.bytes),
    };
    await expect(restoreDatabase(await emptyDatabase(), restoring)).rejects.toThrow(
      "made by Magazin 9.0.0 with the schema 9999_later",
    );
  });
});
