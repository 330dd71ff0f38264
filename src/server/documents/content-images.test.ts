import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { expensive } from "#test/support/tiers.ts";
import { type BoxPicture, contentImages } from "./content-images.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Literal extends BoxPicture {
  readonly file: Buffer;
}

const picture = (code: string, text: string, rest: Partial<Literal> = {}): Literal => {
  const file = Buffer.from(text);
  const created = "2026-07-01T10:30:20.000Z";
  return { code, content_type: "image/jpeg", bytes: file.length, crc32: crc32(file), created, file, ...rest };
};
const zipOf = (pictures: readonly Literal[]) => contentImages(pictures, ({ file }) => Readable.from([file]));

/** The zip on disk, after its length was compared with the announced one. */
async function saved(pictures: readonly Literal[]): Promise<string> {
  const { length, stream } = zipOf(pictures);
  const bytes = await buffer(stream);
  expect(bytes.length).toBe(length);
  const file = join(folder, `${Math.random().toString(36).slice(2)}.zip`);
  writeFileSync(file, bytes);
  return file;
}

interface Unpacked {
  readonly name: string;
  readonly time: readonly number[];
  readonly text: string;
}

const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    entries = archive.infolist()
    assert all(entry.compress_type == zipfile.ZIP_STORED for entry in entries)
    print(json.dumps([{"name": e.filename, "time": e.date_time, "text": archive.read(e).decode()} for e in entries]))`;

/** Returns what two other programs find in the zip. */
function unpacked(file: string): Unpacked[] {
  execFileSync("unzip", ["-tqq", file]);
  return JSON.parse(execFileSync("python3", ["-c", script, file], { maxBuffer: 64 * 1024 * 1024 }).toString());
}

describe("the zip of content images", () => {
  test("has a folder for each box and a running number for each of its pictures, stored, at Berlin time", async () => {
    const found = unpacked(
      await saved([
        picture("0042000001", "eins"),
        picture("0042000002", "zwei", { content_type: "image/png", created: "2026-12-31T23:30:59.999Z" }),
        picture("0042000002", "drei", { content_type: "image/webp" }),
      ]),
    );
    expect(found).toEqual([
      { name: "0042000001/1.jpg", time: [2026, 7, 1, 12, 30, 20], text: "eins" },
      { name: "0042000002/1.png", time: [2027, 1, 1, 0, 30, 58], text: "zwei" },
      { name: "0042000002/2.webp", time: [2026, 7, 1, 12, 30, 20], text: "drei" },
    ]);
  });

  expensive("two programs started to read a zip")(
    "numbers the pictures of a box so that they sort as they were added, also where two are the same",
    async () => {
      const found = unpacked(await saved(Array.from({ length: 11 }, () => picture("0042000001", "gleich"))));
      expect(found.map(({ name }) => name)).toEqual(
        Array.from({ length: 11 }, (_, index) => `0042000001/${String(index + 1).padStart(2, "0")}.jpg`),
      );
    },
  );

  expensive("two programs started to read a zip")("without pictures says so in a file", async () => {
    expect(unpacked(await saved([]))).toMatchObject([
      { name: "Keine Bilder.txt", text: "Für diese Boxen sind keine Bilder vorhanden.\r\n" },
    ]);
  });

  expensive("two zips of 65,536 files read by other programs")(
    "may hold more files than the old format counts",
    async () => {
      const many = Array.from({ length: 65_536 }, (_, index) =>
        picture(String(index + 42_000_000).padStart(10, "0"), ""),
      );
      const found = unpacked(await saved(many));
      expect([found.length, found.at(-1)?.name]).toEqual([65_536, "0042065535/1.jpg"]);
      expect(unpacked(await saved(many.slice(1))).length).toBe(65_535);
    },
  );

  test("is the same, byte for byte, when it is asked for again", async () => {
    const pictures = [picture("0042000001", "eins"), picture("0042000002", "zwei")];
    expect(await buffer(zipOf(pictures).stream)).toEqual(await buffer(zipOf(pictures).stream));
  });

  test.each([
    ["is shorter", { file: Buffer.from("ein") }],
    ["has other bytes", { file: Buffer.from("zwei") }],
  ])("breaks off where a file %s than noted", async (_how, rest) => {
    const pictures = [picture("0042000001", "gut"), picture("0042000002", "eins", rest)];
    await expect(buffer(zipOf(pictures).stream)).rejects.toThrow("0042000002/1.jpg");
  });

  test("reads a picture only when the one before is taken, and none after the receiver has left", async () => {
    const file = Buffer.alloc(100_000);
    const pictures = Array.from({ length: 50 }, () => ({
      ...picture("0042000001", ""),
      bytes: file.length,
      crc32: crc32(file),
    }));
    let read = 0;
    const { stream } = contentImages(pictures, () => {
      read++;
      return Readable.from([file]);
    });
    for await (const _part of stream) if (read === 5) break;
    expect(stream.destroyed).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read).toBeLessThan(8);
  });
});
