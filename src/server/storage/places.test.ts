import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { FolderPlace } from "./folder-place.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-place-"));
const place = new FolderPlace(join(folder, "deep", "below"));
afterAll(() => rmSync(folder, { recursive: true }));

const of = (text: string) => Readable.from([Buffer.from(text)]);
const textOf = async (name: string, range?: { from: number; length?: number }) => {
  const file = await place.open(name, range);
  if (!file) return null;
  const bytes = await buffer(file.stream);
  expect(bytes.length).toBe(file.length);
  return bytes.toString();
};
const listed = async (under: string) => {
  const names: string[] = [];
  for await (const page of place.list(under)) names.push(...page);
  return names;
};

describe("a place for files", () => {
  test("has nothing before its folder is there", async () => {
    expect(await listed("")).toEqual([]);
    expect([await place.has("a"), await place.open("a")]).toEqual([null, null]);
    await place.remove("a");
  });

  test("keeps files under their names, hands out parts of them, and lets go of them", async () => {
    await place.put("a.tar", of("old"));
    await place.put("a.tar", of("the newer content"));
    await place.put("empty", Readable.from([]));
    expect([await textOf("a.tar"), await textOf("empty")]).toEqual(["the newer content", ""]);
    expect(await textOf("a.tar", { from: 4, length: 5 })).toBe("newer");
    expect(await textOf("a.tar", { from: 10, length: 500 })).toBe("content");
    expect(await textOf("a.tar", { from: 10 })).toBe("content");
    expect(await textOf("a.tar", { from: 500 })).toBe("");
    expect(await place.has("a.tar")).toMatchObject({ length: 17, written: expect.any(Date) as Date });
    await place.remove("a.tar");
    await place.remove("empty");
    expect([await place.has("a.tar"), await listed("")]).toEqual([null, []]);
  });

  test("lists by the bytes of the names, as object stores do, from any beginning", async () => {
    const names = ["files/00/0a", "files/00/0b", "files/ab/ab0", "files/ab/ab1", "files/ff/f0", "m-2", "m-3"];
    for (const name of names.toReversed()) await place.put(name, of(name));
    expect(await listed("")).toEqual(names);
    expect(await listed("files/")).toEqual(names.slice(0, 5));
    expect(await listed("files/ab/ab1")).toEqual(["files/ab/ab1"]);
    expect(await listed("m-")).toEqual(["m-2", "m-3"]);
    expect(await listed("none")).toEqual([]);
    for (const name of names) await place.remove(name);
  });

  test("has a file whole or not at all: a write that fails leaves nothing, and the former file", async () => {
    await place.put("a.tar", of("former"));
    const broken = async function* () {
      yield Buffer.from("half of ");
      throw new Error("the disk is gone");
    };
    await expect(place.put("a.tar", broken())).rejects.toThrow("the disk is gone");
    expect(await listed("")).toEqual(["a.tar"]);
    expect(await textOf("a.tar")).toBe("former");
    await place.remove("a.tar");
  });

  test("takes no name that leads out of it, and is closed to every other account", async () => {
    for (const name of ["../a", "a/../../b", "/etc/passwd", "", ".hidden", "a//b", "a b", "a\0b"])
      await expect(place.put(name, of("x")), name).rejects.toThrow("no name for a file");
    await place.put("files/ab/abc", of("x"));
    const below = join(folder, "deep", "below");
    const modes = readdirSync(below, { recursive: true, encoding: "utf8" }).map(
      (name) => statSync(join(below, name)).mode & 0o77,
    );
    expect(new Set(modes)).toEqual(new Set([0]));
    await place.remove("files/ab/abc");
    writeFileSync(join(folder, "other"), "secret");
    symlinkSync(join(folder, "deep"), join(below, "link"));
    await expect(place.open("link")).rejects.toThrow("it is no file");
    rmSync(join(below, "link"));
  });
});
