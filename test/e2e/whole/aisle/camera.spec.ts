import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import bwip from "bwip-js/node";
import sharp, { type OverlayOptions } from "sharp";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { rowScanText } from "#rules/stock/positions.ts";
import { expect, test as base } from "#test/e2e/support/page.ts";
import { beginAtShelf, inFlow, phone, read, said, tap } from "#test/e2e/support/phone.ts";
import { codes, codesIn, newWorker, type Worker } from "#test/e2e/support/worker.ts";

const [width, height] = [1280, 720];

interface Look {
  readonly label: Buffer;
  /** Degrees; a hand is never still. */
  readonly turned?: number;
  /** Share of the label's size before the camera. */
  readonly size?: number;
  /** A lamp shines on its upper half. */
  readonly isGlaring?: boolean;
  /** Distance from the middle, in px. */
  readonly right?: number;
  /** Another label in the same picture. */
  readonly also?: Look;
}

/** The labels of a picture, as large and as turned as they are seen. */
async function labelsIn({ label, turned = 0, size = 1, right = 0, also }: Look): Promise<OverlayOptions[]> {
  const seen = await sharp(label).rotate(turned, { background: "#ffffff" }).png().toBuffer();
  const whole = await sharp(seen).metadata();
  const resize = { width: Math.max(1, Math.round(whole.width * size)) };
  const { data: input, info } = await sharp(seen).resize(resize).png().toBuffer({ resolveWithObject: true });
  const left = Math.round(width / 2 + right - info.width / 2);
  const own = { input, left, top: Math.round((height - info.height) / 2) };
  return [own, ...(also ? await labelsIn(also) : [])];
}

async function glareOn({ label, turned = 0 }: Look): Promise<OverlayOptions> {
  const { info } = await sharp(label).rotate(turned).png().toBuffer({ resolveWithObject: true });
  const input = `<svg width="${width}" height="${height}"><filter id="f"><feGaussianBlur stdDeviation="12"/></filter>
    <ellipse cx="${width / 2}" cy="${height / 2 - info.height / 3}" rx="${info.width / 3}" ry="${info.height / 4}" fill="white" filter="url(#f)"/></svg>`;
  return { input: Buffer.from(input) };
}

/** Draws a label as a phone's camera sees it: blurred, on a grey shelf; nothing where there is none. */
async function picture(look: Look, isThere: boolean): Promise<Buffer> {
  const grey = { create: { width, height, channels: 3 as const, background: { r: 150, g: 140, b: 120 } } };
  const layers = [...(isThere ? await labelsIn(look) : []), ...(look.isGlaring ? [await glareOn(look)] : [])];
  const drawn = await sharp(grey).composite(layers).png().toBuffer();
  return sharp(drawn).blur(0.7).jpeg({ quality: 85 }).toBuffer();
}

/** Nothing at first, then the label in a hand that trembles. */
const shakingViews = async (look: Look): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      picture({ ...look, turned: (look.turned ?? 0) + (index % 5) - 2 }, index >= 3),
    ),
  );

/** So many seconds in a hand that trembles. */
async function held(look: Look, seconds: number): Promise<Buffer[]> {
  const { turned = 0, right = 0 } = look;
  const moved = [0, 1, -1, 2, -2].map((by) => ({ ...look, turned: turned + by, right: right + 4 * by }));
  const pictures = await Promise.all(moved.map((one) => picture(one, true)));
  return Array.from({ length: seconds * 6 }, () => pictures).flat();
}

const bars = (text: string) =>
  bwip.toBuffer({ bcid: "code128", text, scale: 3, height: 18, padding: 10, backgroundcolor: "FFFFFF" });
const square = (text: string) =>
  bwip.toBuffer({ bcid: "qrcode", text, scale: 7, padding: 10, backgroundcolor: "FFFFFF" });

type Camera = "allowed" | "forbidden" | "none";
interface Filming {
  /** A phone at work whose camera sees a film. */
  readonly shooting: (worker: Worker, film: readonly Buffer[], camera?: Camera) => Promise<Page>;
}

/** A browser without windows has nobody whom it could ask and learns so; one with windows would not hear of a permission that ends then. */
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
    const page = await shooting(worker, await shakingViews(look));
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
    ...(await shakingViews({ label: here })),
  ];
  const page = await shooting(worker, film);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await openCamera(page);
  await expect(said(page)).toContainText(showBoxCode(near.code));
  await expect.poll(() => codesIn(api, row)).toEqual([near.code]);
});

/** Notes what is said of which box, from now on: `Eingelagert 0042.000.123`. */
const noteSaid = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      const text = document.querySelector("[role=status][aria-atomic]")?.textContent ?? "";
      const [, title, code] = /^(\D+)(\d{4}\.\d{3}\.\d{3})/.exec(text) ?? [];
      if (code !== undefined && heard.at(-1) !== `${title} ${code}`) heard.push(`${title} ${code}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const heardOn = (page: Page) => page.evaluate(() => (window as unknown as { heard: readonly string[] }).heard);

test("of two labels in the picture the one in the middle is read, and once however the camera goes to and fro between them", async ({
  api,
  shooting,
}) => {
  const [row, boxes, worker] = [await api.row({ parts: 3, heights: 1 }), await api.boxes(3), await newWorker(api)];
  const [one, two, three] = (await Promise.all(codes(boxes).map((code) => bars(code)))) as [Buffer, Buffer, Buffer];
  const size = 0.8;
  const atOne: Look = { label: one, size, also: { label: two, size, right: 300 } };
  const atTwo: Look = { label: two, size, also: { label: one, size, right: -300 } };
  const film = [
    ...(await held(atOne, 9)), // while the reader is loaded, too
    ...(await held(atTwo, 6)),
    ...(await held(atOne, 3)),
    ...(await held({ label: three }, 6)),
  ];
  const page = await shooting(worker, film);
  await inFlow(page, "store", "Einlagern");
  await read(page, rowScanText(row.id));
  await expect(said(page)).toContainText("Jetzt die Boxen scannen");
  await noteSaid(page);
  await openCamera(page);
  await expect.poll(() => codesIn(api, row)).toEqual(codes(boxes));
  // the server may know of the third before the phone has its answer
  await expect
    .poll(async () => (await heardOn(page)).slice(0, 3))
    .toEqual(codes(boxes).map((code) => `Eingelagert ${showBoxCode(code)}`));
});

test("without a camera, with one that is forbidden, taken or forbidden later, the phone says so and is read by other means", async ({
  api,
  shooting,
}) => {
  const [box, worker] = [await api.box(), await newWorker(api)];
  const film = await shakingViews({ label: await bars(box.code) });
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
