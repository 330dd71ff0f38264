import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FileStore, ByteRange } from "#server/storage/file-store.ts";

const of = (text: string) => Readable.from([Buffer.from(text)]) as AsyncIterable<Buffer>;

async function textOf(place: FileStore, name: string, range?: ByteRange): Promise<string | null> {
  const file = await place.open(name, range);
  if (!file) return null;
  const bytes = await buffer(file.stream);
  assert.equal(bytes.length, file.length);
  return bytes.toString();
}

/** The names that a place lists. */
export async function namesAt(place: FileStore, under = ""): Promise<string[]> {
  const names: string[] = [];
  for await (const page of place.list(under)) names.push(...page.map(({ name }) => name));
  return names;
}

/** Proves the promises of every place, whatever it is; an empty one is empty again afterwards. @throws AssertionError */
export async function provePlace(place: FileStore): Promise<void> {
  await proveNothing(place);
  await proveFiles(place);
  await proveOrder(place);
  await proveWholeness(place);
  for (const name of ["../a", "a/../../b", "/etc/passwd", "", ".hidden", "a//b", "a b", "a\0b"])
    await assert.rejects(place.put(name, of("x")), /no name for a file/);
  assert.deepEqual(await namesAt(place), []);
}

/** Before anything is there. */
async function proveNothing(place: FileStore): Promise<void> {
  assert.deepEqual([await namesAt(place), await place.has("a"), await place.open("a")], [[], null, null]);
  assert.equal(await place.open("a", { from: 0, length: 0 }), null);
  await place.remove("a");
}

/** Files are kept under their names, handed out whole and in parts, and let go of. */
async function proveFiles(place: FileStore): Promise<void> {
  await place.put("a.tar", of("old"));
  await place.put("a.tar", of("the newer content"));
  await place.put("b", Buffer.from("all at once"));
  await place.put("empty", Readable.from([]) as AsyncIterable<Buffer>);
  assert.deepEqual(
    [await textOf(place, "a.tar"), await textOf(place, "b"), await textOf(place, "empty")],
    ["the newer content", "all at once", ""],
  );
  assert.equal(await textOf(place, "a.tar", { from: 4, length: 5 }), "newer");
  assert.equal(await textOf(place, "a.tar", { from: 10, length: 500 }), "content");
  assert.equal(await textOf(place, "a.tar", { from: 10 }), "content");
  assert.equal(await textOf(place, "a.tar", { from: 500 }), "");
  assert.equal(await textOf(place, "a.tar", { from: 5, length: 0 }), "");
  const facts = await place.has("a.tar");
  assert.equal(facts?.length, 17);
  assert.ok(Math.abs(Date.now() - Number(facts?.written)) < 600_000);
  for await (const [listed] of place.list("a")) assert.equal((await listed?.facts())?.length, 17);
  for (const name of ["a.tar", "b", "empty"]) await place.remove(name);
  assert.equal(await place.has("a.tar"), null);
}

/** Lists come by the bytes of the names, from any beginning. */
async function proveOrder(place: FileStore): Promise<void> {
  const names = ["files/00/0a", "files/00/0b", "files/ab/ab0", "files/ab/ab1", "files/ff/f0", "m-2", "m-3"];
  for (const name of names.toReversed()) await place.put(name, of(name));
  assert.deepEqual(await namesAt(place), names);
  assert.deepEqual(await namesAt(place, "files/"), names.slice(0, 5));
  assert.deepEqual(await namesAt(place, "files/ab/ab1"), ["files/ab/ab1"]);
  assert.deepEqual(await namesAt(place, "m-"), ["m-2", "m-3"]);
  assert.deepEqual(await namesAt(place, "none"), []);
  for (const name of names) await place.remove(name);
}

const pieceBytes = 1024 * 1024;

/** A file of so many MB, piece by piece. */
async function* large(megabytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < megabytes; at++) yield Buffer.alloc(pieceBytes, at);
}

/** A file is there whole or not at all, also a large one: a write that fails leaves nothing, and the former file. */
async function proveWholeness(place: FileStore): Promise<void> {
  const megabytes = 37;
  const hash = createHash("sha256");
  for await (const piece of large(megabytes)) hash.update(piece);
  await place.put("large", large(megabytes));
  const read = createHash("sha256");
  const file = await place.open("large");
  for await (const piece of file?.stream ?? []) read.update(piece as Buffer);
  assert.deepEqual([file?.length, read.digest("hex")], [megabytes * pieceBytes, hash.digest("hex")]);
  assert.equal(await textOf(place, "large", { from: 20 * pieceBytes, length: 2 }), "\u0014\u0014");
  const broken = async function* (before: number) {
    yield* large(before);
    throw new Error("the source is gone");
  };
  for (const before of [0, 1, megabytes])
    await assert.rejects(place.put("large", broken(before)), /the source is gone/);
  assert.deepEqual([await namesAt(place), (await place.has("large"))?.length], [["large"], megabytes * pieceBytes]);
  await place.remove("large");
}
