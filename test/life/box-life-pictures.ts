import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const noise = (width: number, height: number) => ({
  create: { width, height, channels: 3 as const, background: { r: 200, g: 40, b: 40 } },
});

/** A JPEG of 60 × 40 px that lies on its side (orientation 6), red at the left, and says where it was taken. */
export async function photoWithPlace(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 30, height: 40, channels: 3, background: "blue" } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .composite([{ input: blue, left: 30, top: 0 }])
    .withExif({
      IFD0: { Make: "Geheimkamera", Artist: "Erika Muster" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "53/1 4/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "8/1 48/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A WebP of three frames. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ["red", "green", "blue"].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
}

/** A real PNG of one colour: 50,010,000 px, a few kilobytes. */
async function pngBomb(): Promise<Buffer> {
  const [width, height] = [10_002, 5_000];
  return png(width, height, deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }));
}

/** A PNG that only says that it is huge. */
const pngThatLies = (width: number, height: number) => png(width, height, deflateSync(Buffer.alloc(1)));

function png(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8); // one bit a pixel, grey
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>`;
const html = `<!doctype html><title>Bild</title><script>alert(1)</script>`;

/** Files that are no picture that we keep, by what they are, with the reason that they are refused with. */
export async function unwanted(): Promise<readonly (readonly [what: string, file: Buffer, reason: string])[]> {
  const jpeg = await sharp(noise(400, 300)).jpeg().toBuffer();
  const whole = await sharp(noise(400, 300)).png().toBuffer();
  const [type, broken, huge] = [
    "Nur Bilder vom Typ JPEG, PNG oder WebP.",
    "Das Bild kann nicht gelesen werden.",
    "Das Bild hat mehr als 50 Megapixel.",
  ];
  return [
    ["an SVG", Buffer.from(svg), type],
    ["an SVG behind a blank", Buffer.from(` \n<?xml version="1.0"?>${svg}`), type],
    ["an HTML page", Buffer.from(html), type],
    ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"), type],
    ["a TIFF", await sharp(noise(10, 10)).tiff().toBuffer(), type],
    ["a PDF", Buffer.from("%PDF-1.7\n"), type],
    ["an empty file", Buffer.alloc(0), type],
    ["one byte", Buffer.from([0xff]), type],
    ["the first bytes of a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), broken],
    [
      "an HTML page behind the first bytes of a JPEG",
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(html)]),
      broken,
    ],
    ["a JPEG cut off", jpeg.subarray(0, Math.floor(jpeg.length / 2)), broken],
    ["a PNG cut off", whole.subarray(0, Math.floor(whole.length / 2)), broken],
    ["a PNG of 50 megapixels and a bit", await pngBomb(), huge],
    ["a PNG that says it has 2,147,483,647 × 2,147,483,647 px", pngThatLies(2_147_483_647, 2_147_483_647), broken],
    ["a PNG that says it has 100,000 × 100,000 px", pngThatLies(100_000, 100_000), huge],
    ["a PNG that says it has 5,000 × 5,000 px", pngThatLies(5_000, 5_000), broken],
  ];
}

/** Every file of the pictures on disk, without folders. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, "images"), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
