import * as z from "zod/mini";

/** The format's number: a reader knows all up to its own. */
export const format = 1;

/** The member that every backup begins with, and the two that it ends with: the second proves the first, for `sha256sum -c`. */
export const headName = "magazin.json";
export const manifestName = "manifest.json";
export const sumName = "manifest.sha256";
export const sumOf = (sha256: string) => Buffer.from(`${sha256}  ${manifestName}\n`);

const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/));
const count = z.number().check(z.int(), z.minimum(0));
/** Name that a person would give to a table or a column: safe in SQL and as a path. */
const word = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/));

const fileSchema = z.object({ name: z.string(), bytes: count, sha256 });

/** Head of a backup, which comes before anything else. */
export const headSchema = z.object({
  format: count,
  /** The program that wrote it, such as `0.1.0`. */
  program: z.string(),
  /** The last migration of the database that was read. */
  schema: z.string(),
  /** When the snapshot was taken: everything committed before is in it, nothing after. */
  taken: z.iso.datetime(),
  /** The packages of the app; they lie beside the backup. */
  packages: z.array(fileSchema),
});
export type ManifestHead = z.infer<typeof headSchema>;

/** A text before it was compressed, and into how many parts it was cut then. */
const copyResult = { rows: count, bytes: count, sha256, parts: count };
const tableSchema = z.object({ name: word, columns: z.array(word), ...copyResult });

/** Contents of a backup. */
export const manifestSchema = z.object({
  head: headSchema,
  tables: z.array(tableSchema),
  /** Columns that a sequence numbers: the next number that the table would give. */
  sequences: z.array(z.object({ table: word, column: word, next: count })),
  /** The pictures that rows of `images` name, each once: its SHA-256 and its bytes in a line. The files lie beside the backup. */
  pictures: z.object({ ...copyResult, size: count }),
  /** Pictures by SHA-256, packages by name, that were lost already when the backup was made: they lie nowhere. */
  lost: z.array(z.string()),
  /** The SHA-256 of everything in the file before this manifest's own head. */
  before: sha256,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A table's column, as `audit.id`, whose next number is there already: it has more rows than numbers that were given. */
export const numbersBehind = ({ sequences, tables }: Manifest): string[] =>
  sequences
    .filter(({ table, next }) => (tables.find(({ name }) => name === table)?.rows ?? 0) >= next)
    .map(({ table, column }) => `${table}.${column}`);

export type TextEntry = z.infer<z.ZodMiniObject<typeof copyResult>>;
export type PackageEntry = z.infer<typeof fileSchema>;

export const picturesName = "pictures";
/** Where a part of a text lies, such as of `tables/boxes`; the parts one after the other are one zstd stream. */
export const partName = (text: string, part: number) => `${text}/${String(part).padStart(5, "0")}.copy.zst`;
