import { inOneLine } from "#server/takeover/old-system/exact-json.ts";
import { Unreadable } from "#server/takeover/old-system/failures.ts";
import { objectId, type KindName, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { OldSystem } from "#server/takeover/old-system/old-system.ts";
import { oldPictureAddress } from "#server/takeover/old-system/old-addresses.ts";
import type { WorkLines } from "#server/takeover/folder/work-folder.ts";
import {
  type FetchedPicture,
  type PictureFault,
  pictureKey,
  writePicture,
} from "#server/takeover/folder/picture-files.ts";

const mostInARow = 10; // objects that answer with an error, until nobody believes in the next

/** Does some work for each of a list of things, two at once; where one fails, the other ends before it is reported. */
export async function inPairs<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const queue = things.toReversed();
  const take = async () => {
    for (let thing = queue.pop(); thing !== undefined; thing = queue.pop()) {
      await work(thing).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const failed = (await Promise.allSettled([take(), take()])).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** The objects of a kind whose last answer is not read yet. */
export const unreadIds = ({ lists, details, faults }: WorkLines, kind: KindName, ids: Iterable<string>): string[] =>
  [...ids].filter((id) => {
    const seen = lists[kind].seen(id);
    return details[kind].seen(id) !== seen && faults.seen(`${kind}/${id}`) !== seen;
  });

/** Reads the details of some objects of a kind. @throws Unreadable */
export async function readDetails(
  old: OldSystem,
  lines: WorkLines,
  kind: KindName,
  ids: readonly string[],
  done: () => void,
): Promise<void> {
  let faultsInARow = 0;
  await inPairs(ids, async (id) => {
    const seen = lines.lists[kind].seen(id) ?? "-";
    const { status, text } = await old.read(readKinds[kind].detail, { id });
    const isObject = status === 200 && objectId(JSON.parse(text)) === id;
    if (isObject) lines.details[kind].write(id, seen, inOneLine(text));
    else lines.faults.write(`${kind}/${id}`, seen, JSON.stringify({ kind, id, fault: faultOf(status) }));
    faultsInARow = isObject || status === 404 ? 0 : faultsInARow + 1;
    if (faultsInARow >= mostInARow)
      throw new Unreadable(
        `${mostInARow} Einträge von «${readKinds[kind].title}» nacheinander lassen sich nicht lesen (zuletzt Antwort ${status}).`,
      );
    done();
  });
}

const faultOf = (status: number) => (status === 200 ? "another-id" : `status-${status}`);

interface WithPictures {
  readonly images?: unknown;
  readonly barcode?: unknown;
  readonly qrcode?: unknown;
}

const imageOf = (value: unknown): string[] =>
  typeof value === "object" &&
  value !== null &&
  "image" in value &&
  typeof value.image === "string" &&
  value.image !== ""
    ? [value.image]
    : [];

/** The addresses of pictures that an object names: content pictures of a box, its barcode where that is asked for, the QR code of a row. */
export function namedPictures(detail: unknown, barcodes: boolean): string[] {
  const { images, barcode, qrcode } = detail as WithPictures;
  const content = Array.isArray(images) ? images.flatMap(imageOf) : [];
  return [...content, ...imageOf(qrcode), ...(barcodes ? imageOf(barcode) : [])];
}

/** Reads pictures by their addresses. @throws Unreadable */
export async function readPictures(
  old: OldSystem,
  lines: WorkLines,
  folder: string,
  addresses: readonly string[],
  done: () => void,
): Promise<void> {
  await inPairs(addresses, async (address) => {
    const kept = await readPicture(old, folder, address);
    lines.pictures.write(pictureKey(address), "-", JSON.stringify(kept));
    done();
  });
}

async function readPicture(old: OldSystem, folder: string, address: string): Promise<FetchedPicture> {
  const { form, url } = oldPictureAddress(old.api, address);
  if (url === null) return { address, fault: form === "call" ? "call" : "elsewhere" };
  const { status, type, bytes } = await old.picture(url);
  const fault = pictureFault(status, type, bytes);
  if (fault !== null) return { address, fault };
  return { address, sha256: writePicture(folder, bytes), bytes: bytes.length, type };
}

function pictureFault(status: number, type: string, bytes: Uint8Array): PictureFault | null {
  if (status !== 200) return `status-${status}`;
  if (bytes.length === 0) return "empty";
  return /html|json|text\/plain/i.test(type) ? "no-picture" : null;
}
