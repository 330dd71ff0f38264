import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bwip from "bwip-js/node";
import sharp from "sharp";
import { showBoxCode } from "#rules/box-code.ts";
import { rowScanText } from "#rules/positions.ts";
import { expect, test } from "#test/e2e/support/page.ts";
import { beginAtShelf, phone, said } from "#test/e2e/support/phone.ts";
import { newWorker } from "#test/e2e/support/worker.ts";

test.use({ ...phone, who: "nobody", isNew: true });

const [width, height] = [1280, 720];

/** What a phone's camera sees when a label is held before it: nothing at first, then the label, a little crooked and blurred. */
async function film(label: Buffer): Promise<Buffer> {
  const grey = { create: { width, height, channels: 3 as const, background: { r: 150, g: 140, b: 120 } } };
  const pictures = Array.from({ length: 12 }, async (_, index) => {
    const turned = await sharp(label)
      .rotate((index % 5) - 2, { background: "#ffffff" })
      .png()
      .toBuffer();
    const seen = index < 3 ? [] : [{ input: turned }];
    const whole = await sharp(grey).composite(seen).png().toBuffer();
    return sharp(whole).blur(0.7).jpeg({ quality: 85 }).toBuffer();
  });
  return Buffer.concat(await Promise.all(pictures));
}

const bars = (text: string) =>
  bwip.toBuffer({ bcid: "code128", text, scale: 3, height: 18, padding: 10, backgroundcolor: "FFFFFF" });
const square = (text: string) =>
  bwip.toBuffer({ bcid: "qrcode", text, scale: 7, padding: 10, backgroundcolor: "FFFFFF" });

test("the camera reads a box's bars and a row's square, and where there is none that is said", async ({
  api,
  origin,
  playwright,
  launchOptions,
}) => {
  const [row, [box], worker] = [await api.row({ number: 17 }), await api.boxes(1), await newWorker(api)];
  await api.store(box, row, 2, 1);
  const folder = mkdtempSync(join(tmpdir(), "magazin-film-"));
  const shows = [
    [await bars(box.code), showBoxCode(box.code)],
    [await square(rowScanText(row.id)), "Reihe 17"],
    [null, "Dieses Gerät hat keine Kamera."],
  ] as const;
  try {
    for (const [label, expected] of shows) {
      const file = join(folder, "seen.mjpeg");
      if (label) writeFileSync(file, await film(label));
      const fake = ["device", "ui"].map((what) => `--use-fake-${what}-for-media-stream`);
      const camera = [...fake, `--use-file-for-fake-video-capture=${file}`];
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), ...(label ? camera : [])],
      });
      const context = await browser.newContext({
        ...phone,
        baseURL: origin,
        locale: "de-DE",
        permissions: label ? ["camera"] : [],
      });
      const page = await context.newPage();
      await beginAtShelf(page, worker);
      await page.getByRole("button", { name: "Kamera", exact: true }).click();
      if (label) await expect(said(page)).toContainText(expected);
      else await expect(page.getByRole("alert")).toContainText(expected);
      await page.getByRole("button", { name: "Kamera aus" }).click();
      await expect(page.getByRole("region", { name: "Kamera" })).toBeHidden();
      await browser.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
