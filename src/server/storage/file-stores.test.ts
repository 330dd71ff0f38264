import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { namesAt, provePlace } from "#test/support/place-proof.ts";
import { StorePeer } from "#test/support/store/store-peer.ts";
import { withStoreKeys } from "#test/support/store/store-keys.ts";
import { expensive } from "#test/support/tiers.ts";
import { FolderStore } from "./folder-store.ts";
import { openStore } from "./open-store.ts";
import type { FileStore } from "./file-store.ts";
import { TwoStores } from "./two-stores.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-place-"));
const place = new FolderStore(join(folder, "deep", "below"));
const peers: StorePeer[] = [];
withStoreKeys();
beforeAll(async () => void peers.push(await StorePeer.open()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const peer of peers) await peer.close();
});
const storeAt = (prefix: string) => openStore(peers[0]?.addressOf(prefix) ?? "");

describe("a place for files keeps what every place promises", () => {
  expensive("every promise of a place, with large files").each<[string, () => FileStore | Promise<FileStore>]>([
    ["in a folder", () => place],
    ["in an object store", () => storeAt("archive")],
    ["in a whole bucket of one", () => storeAt("")],
    ["while files move from one to the other", async () => new TwoStores(await storeAt("new"), place)],
  ])("%s", async (_where, open) => {
    await expect(provePlace(await open())).resolves.toBeUndefined();
  });
});

describe("while files move, those of both places", () => {
  test("are found, the newer first, listed once each in order, and removed from both", async () => {
    const [first, second] = [await storeAt("first"), new FolderStore(join(folder, "second"))];
    const both = new TwoStores(first, second);
    for (const name of ["a", "c", "d/1"]) await second.put(name, Buffer.from("old"));
    for (const name of ["b", "c"]) await both.put(name, Buffer.from("new"));
    expect(await namesAt(both)).toEqual(["a", "b", "c", "d/1"]);
    const textOf = async (name: string) => {
      const file = await both.open(name);
      return file && String(await buffer(file.stream));
    };
    expect(await Promise.all(["a", "b", "c"].map(textOf))).toEqual(["old", "new", "new"]);
    expect(await namesAt(first)).toEqual(["b", "c"]);
    await both.remove("c");
    expect([await first.has("c"), await second.has("c")]).toEqual([null, null]);
    for (const name of ["a", "b", "d/1"]) await both.remove(name);
  });
});

describe("a folder", () => {
  test("is closed to every other account, and leads nowhere else", async () => {
    await place.put("files/ab/abc", Buffer.from("x"));
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

  test("lets go of what was broken off, and of nothing else", async () => {
    const below = join(folder, "swept");
    const swept = new FolderStore(below);
    for (const name of ["m.tar", "m.tar.1.part", "m.tar.2.part"]) await swept.put(name, Buffer.from("x"));
    const old = new Date(Date.now() - 3_600_000);
    for (const name of ["m.tar", "m.tar.1.part"]) utimesSync(join(below, name), old, old);
    expect(await swept.sweep("m", new Date(Date.now() - 60_000))).toBe(1);
    expect(await namesAt(swept)).toEqual(["m.tar", "m.tar.2.part"]);
  });
});
