import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Sight } from "./sightings.ts";

// Reads the codes in a picture where the browser cannot; the page stays free meanwhile.

prepareZXingModule({ overrides: { locateFile: () => wasm } });

async function read(picture: ImageData): Promise<Sight | null> {
  const [found] = await readBarcodes(picture, {
    formats: ["Code128", "QRCode"],
    tryHarder: true,
    tryInvert: false,
    maxNumberOfSymbols: 1,
  });
  return found ? { text: found.text, isSquare: found.format.startsWith("QR") } : null;
}

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  void read(data)
    .catch(() => null)
    .then((sight) => postMessage(sight));
});
