import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { animation, filesOf, photoWithPlace, unwanted } from "#test/life/box-life-pictures.ts";
import { writePackage } from "#test/support/app-package.ts";
import { pdfFile } from "#test/support/pdf-files.ts";
import { expensive } from "#test/support/tiers.ts";
import { detectFormat, NoPicture, type Picture, previewOf, readPicture, WrongPicture } from "./pictures.ts";
import { storesIn } from "./stores.ts";

const dataDir = mkdtempSync(join(tmpdir(), "magazin-pictures-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const plain = { create: { width: 1000, height: 500, channels: 3 as const, background: "green" } };
const files = await unwanted();

describe("a picture", () => {
  test.each(["jpeg", "png", "webp"] as const)("of type %s is kept as it is, with a small preview", async (format) => {
    const file = await sharp(plain).toFormat(format).toBuffer();
    expect(detectFormat(file)).toBe(format);
    const picture = await readPicture(file);
    expect(picture).toMatchObject({
      contentType: `image/${format}`,
      width: 1000,
      height: 500,
      crc32: crc32(picture.bytes),
    });
    expect(picture.sha256).toEqual(createHash("sha256").update(picture.bytes).digest());
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format, width: 1000, height: 500 });
    expect(await sharp(picture.preview).metadata()).toMatchObject({ format: "jpeg", width: 400, height: 200 });
  });

  test("becomes upright and forgets where, by whom and with what it was taken", async () => {
    const file = await photoWithPlace();
    expect(file.toString("latin1")).toContain("Geheimkamera");
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 60, height: 40 });
    const { bytes, preview, width, height } = await readPicture(file);
    expect([width, height]).toEqual([40, 60]);
    for (const clean of [bytes, preview]) {
      const metadata = await sharp(clean).metadata();
      expect([metadata.width, metadata.height, metadata.orientation, metadata.exif]).toEqual([
        40,
        60,
        undefined,
        undefined,
      ]);
      expect(clean.toString("latin1")).not.toMatch(/Exif|Geheimkamera|Erika|GPS/);
      // what lay at the left, red, is now at the top
      const { data } = await sharp(clean)
        .extract({ left: 20, top: 5, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect((data[0] ?? 0) > 200 && (data[2] ?? 255) < 60).toBe(true);
    }
  });

  test("that moves keeps its first frame", async () => {
    const file = await animation();
    expect((await sharp(file, { animated: true }).metadata()).pages).toBe(3);
    const { bytes } = await readPicture(file);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ format: "webp", width: 20, height: 20 });
    expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  expensive("a picture of 50 megapixels packed and read")("of exactly 50 megapixels is taken", async () => {
    const create = { width: 10_000, height: 5_000, channels: 3 as const, background: "white" };
    const { width, height } = await readPicture(await sharp({ create }).jpeg().toBuffer());
    expect(width * height).toBe(50_000_000);
  });

  test.each(files)("is not %s", async (_what, file, reason) => {
    const kinds = { type: /Typ/, broken: /gelesen/, huge: /Megapixel/ };
    const error: unknown = await readPicture(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoPicture);
    expect(reason).toMatch(kinds[(error as NoPicture).reason]);
  });
});

describe("the store of pictures", () => {
  const store = storesIn(dataDir).pictures;
  const named = async () => {
    const names = [];
    for await (const page of store.pages()) names.push(...page.map(({ name }) => basename(name)));
    return names.sort();
  };

  const readThrough = async ({ sha256, bytes }: Picture) => buffer((await store.open(sha256, bytes.length)).stream);

  test("keeps a picture and its preview under the SHA-256, once, and lets go of both", async () => {
    const picture = await readPicture(await sharp(plain).jpeg().toBuffer());
    const name = picture.sha256.toString("hex");
    await Promise.all([store.put(picture), store.put(picture), store.put(picture)]);
    expect([await filesOf(dataDir), await named()]).toEqual([
      [name, `${name}.preview`],
      [name, `${name}.preview`],
    ]);
    expect(await readThrough(picture)).toEqual(picture.bytes);
    expect(await store.preview(picture.sha256)).toEqual(picture.preview);
    await store.delete(picture.sha256);
    await store.delete(picture.sha256);
    expect(await filesOf(dataDir)).toEqual([]);
  });

  test("hands out no file that is not the one it kept, and leaves none of them open", async () => {
    const picture = await readPicture(
      await sharp({ create: { ...plain.create, width: 999 } })
        .png()
        .toBuffer(),
    );
    await store.put(picture);
    const name = picture.sha256.toString("hex");
    const file = join(dataDir, "images", name.slice(0, 2), name);
    const kept = { [file]: readFileSync(file), [`${file}.preview`]: readFileSync(`${file}.preview`) };
    const changed = (bytes: Buffer, at: number) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1);
    for (const [path, bytes] of Object.entries(kept)) {
      const read = path === file ? () => readThrough(picture) : () => store.preview(picture.sha256);
      const places = [0, 1, Math.floor(bytes.length / 2), bytes.length - 40, bytes.length - 1];
      const damaged = [...places.map((at) => changed(bytes, at)), bytes.subarray(0, -1), Buffer.alloc(0)];
      for (const other of [...damaged, Buffer.concat([bytes, bytes])]) {
        writeFileSync(path, other);
        await expect(read()).rejects.toThrow(WrongPicture);
      }
      rmSync(path);
      await expect(read()).rejects.toThrow(WrongPicture);
      writeFileSync(path, bytes);
      await read();
    }
    const links = readdirSync("/proc/self/fd").map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return ""; // the one that this list was read by
      }
    });
    expect(links.filter((target) => target.startsWith(file))).toEqual([]);
    await store.delete(picture.sha256);
  });

  test("still shows a preview that was kept before there were seals", async () => {
    const picture = await readPicture(
      await sharp({ create: { ...plain.create, width: 998 } })
        .jpeg()
        .toBuffer(),
    );
    await store.put(picture);
    const name = picture.sha256.toString("hex");
    writeFileSync(join(dataDir, "images", name.slice(0, 2), `${name}.preview`), picture.preview);
    expect(await store.preview(picture.sha256)).toEqual(picture.preview);
    await store.delete(picture.sha256);
  });

  test("is closed to every other account, whatever the umask says", async () => {
    const before = process.umask(0);
    const folder = mkdtempSync(join(tmpdir(), "magazin-modes-"));
    try {
      const source = join(folder, "app.apk");
      await writePackage(source);
      const data = join(folder, "data");
      await storesIn(data).pictures.put(await readPicture(await sharp(plain).jpeg().toBuffer()));
      await storesIn(data).packages.put(source, "1.0");
      const modes = readdirSync(data, { recursive: true, encoding: "utf8" }).map((name) => {
        const found = statSync(join(data, name));
        return (found.mode & 0o777).toString(8) === (found.isDirectory() ? "700" : "600") ? "closed" : name;
      });
      expect(modes).toEqual(Array(6).fill("closed"));
    } finally {
      process.umask(before);
      rmSync(folder, { recursive: true });
    }
  });

  test("names what a write left behind that was broken off, too", async () => {
    writeFileSync(join(dataDir, "images", "stray"), "");
    expect(await named()).toEqual(["stray"]);
    rmSync(join(dataDir, "images", "stray"));
    expect(await storesIn(join(dataDir, "nowhere")).pictures.pages().next()).toMatchObject({ done: true });
  });
});

test("a PDF is kept beside pictures without being rendered: proven, moved, and found damaged", async () => {
  const [from, to] = [storesIn(dataDir).pictures, storesIn(join(dataDir, "elsewhere")).pictures];
  const bytes = await pdfFile(2);
  const sha256 = createHash("sha256").update(bytes).digest();
  expect(await previewOf(bytes)).toHaveLength(0);
  await from.put({ sha256, bytes, preview: Buffer.alloc(0) });
  expect(await from.faultOf(sha256, bytes.length, true)).toBeNull();
  await to.copyFrom(from, sha256, bytes.length);
  expect(await to.faultOf(sha256, bytes.length, true)).toBeNull();
  expect(Buffer.compare(await buffer((await to.open(sha256, bytes.length)).stream), bytes)).toBe(0);
  const name = sha256.toString("hex");
  const file = join(dataDir, "elsewhere/images", name.slice(0, 2), name);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from("x")]));
  expect(await to.faultOf(sha256, bytes.length, true)).toBe("its SHA-256 is another");
});
