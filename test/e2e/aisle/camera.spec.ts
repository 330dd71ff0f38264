import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import bwip from "bwip-js/node";
import sharp from "sharp";
import { showBoxCode } from "#rules/box-code.ts";
import { rowScanText } from "#rules/positions.ts";
import { expect, test as base } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, phone, read, said, tap } from "#test/e2e/support/phone.ts";
import { codesIn, newWorker, type Worker } from "#test/e2e/support/worker.ts";

const [width, height] = [1280, 720];

interface Look {
  readonly label: Buffer;
  /** Degrees; a hand is never still. */
  readonly turned?: number;
  /** Of its size before the camera. */
  readonly size?: number;
  /** A lamp shines on its upper half. */
  readonly isGlaring?: boolean;
}

/** What a phone's camera sees of a label: blurred, on a grey shelf; nothing where there is none. */
async function picture({ label, turned = 0, size = 1, isGlaring = false }: Look, isThere: boolean): Promise<Buffer> {
  const grey = { create: { width, height, channels: 3 as const, background: { r: 150, g: 140, b: 120 } } };
  const seen = sharp(await sharp(label).rotate(turned, { background: "#ffffff" }).png().toBuffer());
  const whole = await seen.metadata();
  const resized = await seen
    .resize({ width: Math.max(1, Math.round(whole.width * size)) })
    .png()
    .toBuffer();
  const glare = `<svg width="${width}" height="${height}"><filter id="f"><feGaussianBlur stdDeviation="12"/></filter>
    <ellipse cx="${width / 2}" cy="${height / 2 - whole.height / 3}" rx="${whole.width / 3}" ry="${whole.height / 4}" fill="white" filter="url(#f)"/></svg>`;
  const layers = [...(isThere ? [{ input: resized }] : []), ...(isGlaring ? [{ input: Buffer.from(glare) }] : [])];
  const drawn = await sharp(grey).composite(layers).png().toBuffer();
  return sharp(drawn).blur(0.7).jpeg({ quality: 85 }).toBuffer();
}

/** Nothing at first, then the label in a hand that trembles. */
const inHand = async (look: Look): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      picture({ ...look, turned: (look.turned ?? 0) + (index % 5) - 2 }, index >= 3),
    ),
  );

const bars = (text: string) =>
  bwip.toBuffer({ bcid: "code128", text, scale: 3, height: 18, padding: 10, backgroundcolor: "FFFFFF" });
const square = (text: string) =>
  bwip.toBuffer({ bcid: "qrcode", text, scale: 7, padding: 10, backgroundcolor: "FFFFFF" });

type Camera = "allowed" | "forbidden" | "none";
interface Filming {
  /** A phone at work whose camera sees a film. */
  readonly shooting: (worker: Worker, film: readonly Buffer[], camera?: Camera) => Promise<Page>;
}

/** A browser without windows has nobody whom it could ask and is told so; one with windows would not hear of a permission that ends then. */
const isShell = (executable = "") => executable.includes("headless-shell");
function cameraFlags(film: string, camera: Camera, executable?: string): string[] {
  if (camera === "none") return [];
  const [seen, asked] = [`--use-file-for-fake-video-capture=${film}`, "--use-fake-ui-for-media-stream"];
  const answer = camera === "forbidden" ? [`${asked}=deny`] : isShell(executable) ? [asked] : [];
  return ["--use-fake-device-for-media-stream", seen, ...answer];
}

const test = base.extend<Filming>({
  shooting: async ({ playwright, launchOptions, origin }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "magazin-film-"));
    const ends: (() => Promise<void>)[] = [];
    await use(async (worker, film, camera = "allowed") => {
      const file = join(folder, `${ends.length}.mjpeg`);
      writeFileSync(file, Buffer.concat(film));
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), ...cameraFlags(file, camera, launchOptions.executablePath)],
      });
      ends.push(() => browser.close());
      const permissions = camera === "allowed" ? ["camera"] : [];
      const context = await browser.newContext({ ...phone, baseURL: origin, locale: "de-DE", permissions });
      const page = await context.newPage();
      await beginAtShelf(page, worker);
      return page;
    });
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true });
  },
});

test.use({ ...phone, who: "nobody", isNew: true });

const openCamera = (page: Page) => tap(page, "Kamera");

test("the camera reads a box's bars and a row's square, under a lamp and turned, too", async ({ api, shooting }) => {
  const [row, [box], worker] = [await api.row({ number: 17 }), await api.boxes(1), await newWorker(api)];
  await api.store(box, row, 2, 1);
  const [code, sign] = [await bars(box.code), await square(rowScanText(row.id))];
  const shows: readonly (readonly [string, Look, string])[] = [
    ["bars", { label: code }, showBoxCode(box.code)],
    ["bars under a lamp", { label: code, isGlaring: true }, showBoxCode(box.code)],
    ["bars turned by 45°", { label: code, turned: 45 }, showBoxCode(box.code)],
    ["a square", { label: sign }, "Reihe 17"],
    ["a square turned by 45°", { label: sign, turned: 45 }, "Reihe 17"],
  ];
  for (const [what, look, expected] of shows) {
    const page = await shooting(worker, await inHand(look));
    await openCamera(page);
    await expect(said(page), what).toContainText(expected);
    await tap(page, "Kamera aus");
    await expect(page.getByRole("region", { name: "Kamera" })).toBeHidden();
  }
});

test("a label 4 m away is not read, the one before the camera is", async ({ api, shooting }) => {
  const [row, boxes, worker] = [await api.row({ parts: 3, heights: 1 }), await api.boxes(2), await newWorker(api)];
  const [far, near] = boxes;
  const [away, here] = [await bars(far.code), await bars(near.code)];
  const film = [
    ...(await Promise.all(Array.from({ length: 40 }, () => picture({ label: away, size: 0.12 }, true)))),
    ...(await inHand({ label: here })),
  ];
  const page = await shooting(worker, film);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await openCamera(page);
  await expect(said(page)).toContainText(showBoxCode(near.code));
  await expect.poll(() => codesIn(api, row)).toEqual([near.code]);
});

test("without a camera, with one that is forbidden, taken or forbidden later, the phone says so and is read by other means", async ({
  api,
  shooting,
}) => {
  const [box, worker] = [await api.box(), await newWorker(api)];
  const film = await inHand({ label: await bars(box.code) });
  const goesOn = async (page: Page) => {
    await tap(page, "Kamera aus");
    await read(page, box.code);
    await expect(said(page)).toContainText(showBoxCode(box.code));
  };
  const without = await shooting(worker, film, "none");
  await openCamera(without);
  await expect(without.getByRole("alert")).toContainText("Dieses Gerät hat keine Kamera.");
  await goesOn(without);

  const forbidden = await shooting(worker, film, "forbidden");
  await openCamera(forbidden);
  await expect(forbidden.getByRole("alert")).toContainText("Die Kamera ist nicht erlaubt.");
  await goesOn(forbidden);

  const taken = await shooting(worker, film);
  await taken.evaluate(() => {
    // no browser shows another app's hold of the camera otherwise
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("in use", "NotReadableError"));
  });
  await openCamera(taken);
  await expect(taken.getByRole("alert")).toContainText("von einer anderen App benutzt");
  await goesOn(taken);

  const revoked = await shooting(worker, film);
  await openCamera(revoked);
  await expect(said(revoked)).toContainText(showBoxCode(box.code));
  await revoked.context().clearPermissions();
  await expect(revoked.getByRole("alert")).toContainText("Die Kamera wurde abgeschaltet.");
  await goesOn(revoked);
});
