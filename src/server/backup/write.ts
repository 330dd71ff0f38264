import { createHash, type Hash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  format,
  headName,
  type ManifestHead,
  type Manifest,
  manifestName,
  partName,
  picturesName,
  sumName,
  sumOf,
  type TextEntry,
} from "./manifest.ts";
import { end, memberHead, padding } from "./tar.ts";

export interface BackupSource {
  /** A connection inside a transaction that reads one snapshot; nobody else uses it meanwhile. */
  readonly client: ClientBase;
  /** The program that writes, such as `0.1.0`. */
  readonly program: string;
  /** When the snapshot was taken. */
  readonly taken: Date;
  /** The packages that lie where the backup goes. */
  readonly packages: ManifestHead["packages"];
  /** Brings the pictures that the snapshot names there; the backup's end waits for them. Answers what is lost. */
  readonly bringPictures: () => Promise<string[]>;
  /** Receives each table before it is written, with the rows that its statistics promise. */
  readonly onTable?: ((table: string, rows: number) => void) | undefined;
}

const partBytes = 1024 * 1024; // compressed; one part stands in memory whole
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** A table as it is copied: columns that PostgreSQL computes itself are left out. */
interface Table {
  readonly name: string;
  readonly columns: string[];
  readonly rows: number;
}

/**
 * The bytes of a backup: a tar of the tables as compressed COPY text, and at its end the manifest that accounts for all of it.
 * Answers the manifest. Holds one part in memory, whatever the size of the archive.
 * @throws when the database or a file cannot be read to its end, or gives numbers that are there already; what was written until then
 * is no backup.
 */
export async function* backupBytes(source: BackupSource): AsyncGenerator<Buffer, Manifest> {
  const { client, program, taken, packages, bringPictures, onTable } = source;
  const hash = createHash("sha256");
  const writing: Writing = { client, hash, taken };
  const head: ManifestHead = { format, program, schema: await schemaOf(client), taken: taken.toISOString(), packages };
  const sequences = await sequencesOf(client);
  yield* whole(headName, json(head), writing);

  // first, because it is read alone when files are looked for that no backup names any more
  const pictures = yield* copyTable(picturesName, `copy (${picturesSql}) to stdout`, writing);
  const tables: Manifest["tables"] = [];
  for (const { name, columns, rows } of await tablesOf(client)) {
    onTable?.(name, rows);
    const entry = yield* copyTable(`tables/${name}`, `copy ${name} (${columns.join(", ")}) to stdout`, writing);
    tables.push({ name, columns, ...entry });
  }
  const size = await picturesSize(client);
  const missingFiles = await bringPictures();
  const before = hash.copy().digest("hex");
  const manifest: Manifest = { head, tables, sequences, pictures: { ...pictures, size }, lost: missingFiles, before };
  const last = json(manifest);
  yield* whole(manifestName, last, writing);
  yield* whole(sumName, sumOf(createHash("sha256").update(last).digest("hex")), writing);
  yield end;
  return manifest;
}

interface Writing extends Pick<BackupSource, "client" | "taken"> {
  /** The running hash of everything written. */
  readonly hash: Hash;
}

/** Yields the answer of a COPY statement, compressed and in parts. */
async function* copyTable(name: string, sql: string, writing: Writing): AsyncGenerator<Buffer, TextEntry> {
  const progress = { hash: createHash("sha256"), bytes: 0 };
  let parts = 0;
  const copy = writing.client.query(copyTo(sql));
  for await (const part of inParts(compress(copy, progress))) yield* whole(partName(name, parts++), part, writing);
  return { rows: copy.rowCount, bytes: progress.bytes, sha256: progress.hash.digest("hex"), parts };
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

function* whole(name: string, content: Buffer, { hash, taken }: Writing): Generator<Buffer> {
  for (const bytes of [memberHead({ name, size: content.length }, taken), content, padding(content.length)]) {
    hash.update(bytes);
    yield bytes;
  }
}

/** Compresses a text, counting and hashing what goes in. */
function compress(text: Readable, seen: { hash: Hash; bytes: number }): Readable {
  const out = new PassThrough();
  const count = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      seen.hash.update(piece);
      seen.bytes += piece.length;
      yield piece;
    }
  };
  pipeline(text, count, createZstdCompress(compression), out).catch((error: Error) => out.destroy(error));
  return out;
}

/** The bytes of a stream in parts of the same size; the last one is what is left, never none at all. */
async function* inParts(stream: Readable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    yield Buffer.concat(pieces);
    [pieces, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(pieces);
}

async function schemaOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select name from migrations order by id desc limit 1");
  return rows[0]?.name ?? "";
}

async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, greatest(c.reltuples, 0)::float8 as rows,
      (select array_agg(attname::text order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not in ('migrations', 'object_changes', 'pack_origin') -- the last two mean nothing in another database (decision 064)
    order by 1`);
  return rows;
}

/**
 * Numbers that were given are not given again, also where the row that had one is gone.
 * @throws where the next one is not known, or is there already: what is restored from that could not go on.
 */
async function sequencesOf(client: ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ table: string; column: string; given: number | null; highest: number }>(`
    select relation as table, attribute as column, given::float8, highest::float8 from numbers_given() where relation <> 'migrations'`);
  return rows.map(({ table, column, given, highest }) => {
    if (given === null)
      throw new Error(`The next number of ${table}.${column} may not be read: grant select on its sequence.`);
    if (given < highest)
      throw new Error(
        `The next number of ${table}.${column} is ${given + 1}, and ${highest} is there already: set its sequence to that.`,
      );
    return { table, column, next: given + 1 };
  });
}

const picturesSql =
  "select encode(sha256, 'hex') as name, min(bytes) as bytes from used_pictures group by sha256 order by used_pictures.sha256";

async function picturesSize(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    `select coalesce(sum(bytes), 0)::float8 as size from (${picturesSql}) p`,
  );
  return rows[0]?.size ?? 0;
}
