import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Unreadable } from "#server/takeover/old-system/failures.ts";
import { BrokenFolder } from "#server/takeover/folder/broken-folder.ts";
import { manifestText, hexDigest } from "#server/takeover/folder/folder-manifest.ts";
import { proveFolder } from "#server/takeover/folder/prove-folder.ts";
import { oldArchive } from "#test/old-system/archive.ts";
import { contentOf, fetchFrom, objectsIn, oldSystemFor, testFolder } from "#test/old-system/fetching.ts";

/** An old system that ends for good with a request, until it is asked to go on. */
async function mortal(archive = oldArchive()) {
  const life = { requests: Number.POSITIVE_INFINITY };
  const old = await oldSystemFor(archive, { mood: ({ number }) => (number > life.requests ? null : undefined) });
  return { old, life };
}

const detailsAsked = (requests: readonly string[]) => requests.filter((request) => /\/\d+\/$/.test(request));

test("ended anywhere and begun again it goes on, and the folder is as if it had never ended", async () => {
  const { old, life } = await mortal();
  const straight = await fetchFrom(old.url, testFolder());
  const requests = old.requests.length;
  const folder = testFolder();
  let failed = 0;
  for (let more = 30; ; more += 30) {
    life.requests = old.requests.length + more;
    const manifest = await fetchFrom(old.url, folder).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Unreadable);
      return null;
    });
    if (manifest) {
      expect(contentOf(manifest)).toEqual(contentOf(straight));
      break;
    }
    failed++;
    await expect(proveFolder(folder)).rejects.toThrow(/nichts zu Ende geholt/);
  }
  expect(failed).toBeGreaterThan(1);
  const details = detailsAsked(old.requests.slice(requests)).filter((request) => !request.endsWith("/users/1/"));
  expect(new Set(details).size).toBeGreaterThan(80);
  // what is read is not read again, but for the two that were under way
  expect(details.length - new Set(details).size).toBeLessThanOrEqual(2 * 9 * failed);
});

test("what a kill leaves is understood: half a line, a picture without its name, files that were not removed", async () => {
  const { old, life } = await mortal();
  const straight = await fetchFrom(old.url, testFolder());
  const folder = testFolder();
  life.requests = old.requests.length + 90;
  await expect(fetchFrom(old.url, folder)).rejects.toThrow(Unreadable);
  life.requests = Number.POSITIVE_INFINITY;
  appendFileSync(join(folder, "fetching/boxes.detail"), "0123abcd 61 so");
  mkdirSync(join(folder, "pictures/ab"), { recursive: true });
  writeFileSync(join(folder, "pictures/ab/abcd.unfinished"), "half");
  mkdirSync(join(folder, "data-1"));
  writeFileSync(join(folder, "data-1/boxes.jsonl"), "half");
  writeFileSync(join(folder, "lock"), "999999999");
  const kept = `${folder}-kept`;
  cpSync(join(folder, "fetching"), kept, { recursive: true });
  const manifest = await fetchFrom(old.url, folder);
  expect(contentOf(manifest)).toEqual(contentOf(straight));
  expect(readdirSync(folder).toSorted()).toEqual(["data-2", "manifest.json", "pictures"]);
  // killed between the manifest and tidying up, it is over
  cpSync(kept, join(folder, "fetching"), { recursive: true });
  const begun = old.requests.length;
  await fetchFrom(old.url, folder);
  expect(detailsAsked(old.requests.slice(begun))).toEqual(["GET /api/v1/users/1/"]);
});

test("a later fetch reads what the lists show to have changed, and the whole where that is asked for", async () => {
  const archive = oldArchive();
  const old = await oldSystemFor(archive);
  const folder = testFolder();
  const first = await fetchFrom(old.url, folder);
  expect(first.whole).toBe(true);
  archive.boxes.splice(10, 1);
  archive.boxes[0]!.state = 2;
  archive.boxes[1]!.content[0]!.text = "Neuer Text, den keine Liste zeigt";
  const begun = old.requests.length;
  const second = await fetchFrom(old.url, folder);
  expect(second.whole).toBe(false);
  const asked = detailsAsked(old.requests.slice(begun));
  expect(asked).toContain("GET /api/v1/boxes/1/");
  expect(asked).not.toContain("GET /api/v1/boxes/2/");
  expect(asked.length).toBeLessThan(20);
  const boxes = objectsIn(folder, second, "boxes.jsonl");
  expect(boxes).toHaveLength(59);
  expect(boxes[0]).toMatchObject({ id: 1, state: 2 });
  const third = await fetchFrom(old.url, folder, { whole: true });
  expect(third.whole).toBe(true);
  expect(JSON.stringify(objectsIn(folder, third, "boxes.jsonl"))).toContain("den keine Liste zeigt");
  expect(await proveFolder(folder)).toEqual(third);
});

test("the folder holds what it held before until the next fetch is whole", async () => {
  const archive = oldArchive();
  const { old, life } = await mortal(archive);
  const folder = testFolder();
  const first = await fetchFrom(old.url, folder);
  archive.boxes[0]!.state = 2;
  life.requests = old.requests.length + 40;
  await expect(fetchFrom(old.url, folder, { whole: true })).rejects.toThrow(Unreadable);
  expect(await proveFolder(folder)).toEqual(first);
});

describe("a folder is refused", () => {
  const fetched = async () => {
    const old = await oldSystemFor(oldArchive(10));
    const folder = testFolder();
    const manifest = await fetchFrom(old.url, folder);
    return { old, folder, manifest };
  };
  const changeByte = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  };

  test("with one changed byte in any of its files", async () => {
    const { old, folder } = await fetched();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const filled = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).length > 0);
    expect(filled.length).toBeGreaterThan(15);
    for (const path of filled) {
      copyFileSync(path, `${folder}-kept`);
      changeByte(path);
      await expect(fetchFrom(old.url, folder), path).rejects.toThrow(BrokenFolder);
      copyFileSync(`${folder}-kept`, path);
    }
    await proveFolder(folder);
  });

  test("where a file or a picture is missing", async () => {
    const { folder, manifest } = await fetched();
    const [picture] = objectsIn(folder, manifest, "pictures.jsonl");
    const hash = String(picture?.["sha256"]);
    rmSync(join(folder, "pictures", hash.slice(0, 2), hash));
    await expect(proveFolder(folder)).rejects.toThrow(/Das Bild .* fehlt/);
    rmSync(join(folder, manifest.data, "boxes.jsonl"));
    await expect(proveFolder(folder)).rejects.toThrow(/boxes\.jsonl fehlt/);
  });

  test("of another format", async () => {
    const { old, folder, manifest } = await fetched();
    writeFileSync(join(folder, "manifest.json"), manifestText({ ...manifest, format: 2 as 1 }));
    await expect(fetchFrom(old.url, folder)).rejects.toThrow(/hat das Format 2\. Dieses Magazin liest das Format 1/);
  });

  test("of another old system, and one in which something else lies", async () => {
    const { folder } = await fetched();
    const other = await oldSystemFor(oldArchive(10));
    await expect(fetchFrom(other.url, folder)).rejects.toThrow(/gehört zu http/);
    writeFileSync(join(folder, "Urlaub.docx"), "");
    await expect(fetchFrom(other.url, folder)).rejects.toThrow(/liegt anderes \(Urlaub\.docx\)/);
    expect(other.requests).toEqual([]);
  });

  test("into which somebody else fetches", async () => {
    const { old, folder } = await fetched();
    writeFileSync(join(folder, "lock"), String(process.ppid));
    await expect(fetchFrom(old.url, folder)).rejects.toThrow(/holt schon jemand/);
  });

  test("where a line of what was begun is changed", async () => {
    const { old, life } = await mortal();
    const folder = testFolder();
    life.requests = 90;
    await expect(fetchFrom(old.url, folder)).rejects.toThrow(Unreadable);
    life.requests = Number.POSITIVE_INFINITY;
    changeByte(join(folder, "fetching/boxes.list"));
    await expect(fetchFrom(old.url, folder)).rejects.toThrow(/boxes\.list ist verändert/);
  });
});

test("on a full disk what was fetched stays, and it goes on with more room", async () => {
  const archive = oldArchive();
  const old = await oldSystemFor(archive);
  const folder = testFolder();
  const [{ bytes } = { bytes: Buffer.alloc(0) }] = archive.files.values();
  const hash = hexDigest(bytes);
  mkdirSync(join(folder, "pictures", hash.slice(0, 2)), { recursive: true });
  const full = join(folder, "pictures", hash.slice(0, 2), `${hash}.unfinished`);
  symlinkSync("/dev/full", full);
  await expect(fetchFrom(old.url, folder)).rejects.toMatchObject({ code: "ENOSPC" });
  const begun = old.requests.length;
  rmSync(full);
  const manifest = await fetchFrom(old.url, folder);
  expect(manifest.pictures.files).toBe(12 + 6);
  expect(detailsAsked(old.requests.slice(begun))).toEqual(["GET /api/v1/users/1/"]);
});
