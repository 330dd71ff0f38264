import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { showBoxCode } from "#rules/box-code.ts";
import type { Database } from "#server/database/database.ts";
import type { PictureStore } from "#server/storage/pictures.ts";
import type { Proof } from "./proof.ts";

const listed = 20;
/** ms in which an upload or a deletion that is under way has ended. */
const pause = 1000;

interface Look {
  readonly images: number;
  /** SHA-256 of rows whose picture or preview is not on disk. */
  readonly lost: ReadonlySet<string>;
  /** Names of files that no row has. */
  readonly left: ReadonlySet<string>;
}

/** Pictures lie outside the database: proves that every row has its file and preview, and every file its row. */
export async function provePictures(db: Database, store: PictureStore): Promise<Proof> {
  const started = performance.now();
  const first = await look(db, store);
  const suspicious = first.lost.size > 0 || first.left.size > 0;
  if (suspicious) await sleep(pause);
  // what is wrong only once was on its way: a file is written before its row, and removed after it
  const second = suspicious ? await look(db, store) : first;
  const lost = [...first.lost].filter((sha256) => second.lost.has(sha256));
  const left = [...first.left].filter((name) => second.left.has(name)).sort();
  const sentences = [...(await namesOf(db, lost)), ...left.map((name) => `file ${name} belongs to no picture`)];
  return {
    name: "every picture has its file and preview on disk, and every file its picture",
    over: "images",
    checked: second.images,
    violations: lost.length + left.length,
    first: sentences.slice(0, listed),
    seconds: (performance.now() - started) / 1000,
  };
}

async function look(db: Database, store: PictureStore): Promise<Look> {
  const { rows } = await sql<{ name: string; images: number }>`
    select encode(sha256, 'hex') as name, count(*)::int as images from images group by 1`.execute(db.read);
  const names = new Set(rows.map(({ name }) => name));
  const files = new Set<string>();
  const left = new Set<string>();
  for await (const file of store.all()) {
    files.add(file);
    if (!names.has(file.replace(/\.preview$/, ""))) left.add(file);
  }
  const lost = new Set([...names].filter((name) => !files.has(name) || !files.has(`${name}.preview`)));
  return { images: rows.reduce((sum, { images }) => sum + images, 0), lost, left };
}

/** The pictures that lost their file, by their boxes. */
async function namesOf(db: Database, lost: readonly string[]): Promise<string[]> {
  if (lost.length === 0) return [];
  const images = await db.read
    .selectFrom("images")
    .innerJoin("boxes", "boxes.id", "images.box_id")
    .select(["images.id", "boxes.code"])
    .where(
      "sha256",
      "in",
      lost.slice(0, listed).map((sha256) => Buffer.from(sha256, "hex")),
    )
    .orderBy("boxes.code")
    .orderBy("images.id")
    .execute();
  return images.map(({ id, code }) => `${showBoxCode(code)}: picture ${id} has no file or no preview`);
}
