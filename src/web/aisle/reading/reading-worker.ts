import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import { type Sight, sightsIn } from "./sightings.ts";

// Reads the codes in a picture where the browser cannot; the page stays free meanwhile.

prepareZXingModule({ overrides: { locateFile: () => wasm } });

async function read(picture: ImageData): Promise<Sight[]> {
  const barcodes = await readBarcodes(picture, { formats: ["Code128", "QRCode"], tryHarder: true, tryInvert: false });
  const barcodePositions = barcodes.map(
    ({ text, format, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
      text,
      isSquare: format.startsWith("QR"),
      corners: [topLeft, topRight, bottomRight, bottomLeft],
    }),
  );
  return sightsIn(barcodePositions, picture);
}

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  void read(data)
    .catch(() => [])
    .then((sights) => postMessage(sights));
});
