import { type Sight, sightsIn } from "./sightings.ts";

// Finds the codes in what a camera shows: by the browser where it can, otherwise by a reader of our own.

/** Looks at a video as it is now. */
export interface Decoder {
  readonly look: (video: HTMLVideoElement) => Promise<readonly Sight[]>;
  readonly close: () => void;
}

/** Detector that browsers have; their types do not know it yet. */
interface Detector {
  detect: (source: CanvasImageSource) => Promise<readonly DetectedCode[]>;
}
interface DetectedCode {
  readonly rawValue: string;
  readonly format: string;
  readonly cornerPoints: readonly { readonly x: number; readonly y: number }[];
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

const formats = ["code_128", "qr_code"];

export async function openDecoder(): Promise<Decoder> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const supportedFormats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return BarcodeDetector && formats.every((format) => supportedFormats.includes(format))
    ? builtIn(new BarcodeDetector({ formats }))
    : ours();
}

const builtIn = (detector: Detector): Decoder => ({
  look: async (video) => {
    const barcodes = await detector.detect(video).catch(() => []);
    const barcodePositions = barcodes.map(({ rawValue: text, format, cornerPoints: corners }) => ({
      text,
      isSquare: format === "qr_code",
      corners,
    }));
    return sightsIn(barcodePositions, { width: video.videoWidth, height: video.videoHeight });
  },
  close: () => undefined,
});

const [wide, high] = [0.9, 0.6]; // of the picture: what the worker aims at lies in its middle
const aslant = Math.PI / 4; // bars are found along the picture and across it, and so by turning it along both slants

function ours(): Decoder {
  const worker = new Worker(new URL("./reading-worker.ts", import.meta.url), { type: "module" });
  const canvas = new OffscreenCanvas(1, 1);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  let turn = 0; // as long as nothing is found every other picture is looked at aslant
  const read = (picture: ImageData) =>
    new Promise<readonly Sight[]>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<readonly Sight[]>) => resolve(data), { once: true });
      worker.postMessage(picture, [picture.data.buffer]);
    });
  const look = async (video: HTMLVideoElement): Promise<readonly Sight[]> => {
    const [width, height] = [Math.round(video.videoWidth * wide), Math.round(video.videoHeight * high)];
    if (!drawing || width === 0) return [];
    [canvas.width, canvas.height] = [width, height];
    drawing.translate(width / 2, height / 2);
    drawing.rotate(turn);
    drawing.drawImage(video, -video.videoWidth / 2, -video.videoHeight / 2);
    const sights = await read(drawing.getImageData(0, 0, width, height));
    if (sights.length === 0) turn = turn === 0 ? aslant : 0;
    return sights;
  };
  return { look, close: () => worker.terminate() };
}
