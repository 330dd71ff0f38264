import { addProof } from "#contract/calls/deliveries/proofs.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { upload } from "#web/api/upload.ts";
import { storeOnDevice, readFromDevice } from "#web/outbox/device.ts";
import { newScanId } from "#web/outbox/scan-id.ts";

/** A picture that proves a handover; its id makes it safe to send twice. */
interface KeptProof {
  readonly id: string;
  readonly image: Blob;
}

/** Person who has taken a delivery over, as kept on the device until the delivery is completed. */
export interface Proofs {
  readonly name: string;
  readonly signature: KeptProof | null;
  readonly photo: KeptProof | null;
}

const place = "proofs";
const none: Proofs = { name: "", signature: null, photo: null };
type All = Readonly<Record<string, Proofs>>;

const all = async () => ((await readFromDevice(place)) ?? {}) as All;

export const proofsOf = async (delivery: number): Promise<Proofs> => (await all())[delivery] ?? none;

/** Those of deliveries that are over are forgotten. */
export async function keepProofs(
  delivery: number,
  proofs: Proofs,
  isOpen: (delivery: number) => boolean,
): Promise<void> {
  const others = Object.entries(await all()).filter(([id]) => isOpen(Number(id)));
  await storeOnDevice(place, { ...Object.fromEntries(others), [delivery]: proofs }, "strict");
}

export const newProof = (image: Blob | null): KeptProof | null => image && { id: newScanId(), image };

/** Sends them, before the delivery is completed; what was sent before stays as it was. */
export async function sendProofs(delivery: number, { signature, photo }: Proofs): Promise<void> {
  for (const [kind, proof] of Object.entries({ signature, photo })) {
    if (!proof) continue;
    const { id, image } = proof;
    const file = new File([image], kind, { type: image.type });
    const once = newAttempt();
    await upload(addProof, {
      path: { id: delivery },
      fields: { id, kind },
      file,
      once,
      onShare: () => undefined,
    });
  }
}

const longest = 1280; // pixels: enough to read a name on a parcel
const largest = 200_000; // bytes: what a proof may have

/** A photo as small as a proof has to be; null where it cannot be read. */
export async function smallPhoto(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.8, 0.6, 0.4, 0.2]) {
    const image = await imageOf(canvas, "image/jpeg", quality);
    if (image && image.size <= largest) return image;
  }
  return null;
}

/** Returns the drawing on a canvas as a file. */
export const imageOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));
