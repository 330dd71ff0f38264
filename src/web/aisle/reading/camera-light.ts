/** Abilities of telephone cameras, which the types of browsers do not all know. */
interface Abilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number };
}

const usualZoom = 2; // a label at arm's length fills the picture

/** The camera at the back, as near as it goes without a blur. */
export async function openCamera(): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const { zoom } = abilitiesOf(stream);
  if (zoom && zoom.max >= usualZoom) await apply(stream, { zoom: usualZoom });
  return stream;
}

function abilitiesOf(stream: MediaStream): Abilities {
  const [track] = stream.getVideoTracks();
  return (track?.getCapabilities?.() ?? {}) as Abilities;
}

export const hasTorch = (stream: MediaStream): boolean => abilitiesOf(stream).torch === true;

export const lightTorch = (stream: MediaStream, torch: boolean): Promise<void> => apply(stream, { torch });

/** Asks the camera for a setting; a camera ignores a setting that it does not have. */
async function apply(stream: MediaStream, wish: object): Promise<void> {
  const constraints = { advanced: [wish] } as MediaTrackConstraints;
  await Promise.allSettled(stream.getVideoTracks().map((track) => track.applyConstraints(constraints)));
}

/** Why there is no picture, and what to do. */
export function whyNoCamera(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  return reasons[name] ?? "Die Kamera lässt sich gerade nicht öffnen.";
}

/** While it was being used: somebody has forbidden it, or pulled it out. */
export const switchedOff = "Die Kamera wurde abgeschaltet. Bitte in den Einstellungen des Browsers erlauben.";

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: "Die Kamera ist nicht erlaubt. Bitte in den Einstellungen des Browsers erlauben.",
  NotFoundError: "Dieses Gerät hat keine Kamera.",
  OverconstrainedError: "Dieses Gerät hat keine Kamera.",
  NotReadableError: "Die Kamera wird gerade von einer anderen App benutzt.",
  AbortError: "Die Kamera wird gerade von einer anderen App benutzt.",
};
