import { openStore } from "#server/storage/open-store.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { storesAt } from "#server/storage/stores.ts";
import { largePicture } from "#test/support/large-picture.ts";

const pictures = 100;
const pictureBytes = 500_000; // of a page that a phone took
const megabytes = 500;

/** Measures the cost of keeping and showing pictures at a place, one after the other. Measures also the memory that a large file takes on its way. */
export async function measurePlace(address: string): Promise<string> {
  const place = await openStore(address);
  const { pictures: store } = storesAt(place);
  const all = Array.from({ length: pictures }, () => largePicture(pictureBytes));
  const kept = await each(all, (picture) => store.put(picture));
  const shown = await each(all, async ({ sha256, bytes }) =>
    readThrough((await store.open(sha256, bytes.length)).stream),
  );
  const asked = await each(all, ({ sha256 }) => store.sizeOf(sha256));
  for (const { sha256 } of all) await store.delete(sha256);
  const [sent, read] = await streamLarge(place);
  return `kept in ${kept}, proven and shown in ${shown}, asked for in ${asked}; ${megabytes} MB sent with ${sent}, read with ${read}`;
}

async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<string> {
  const start = performance.now();
  for (const one of all) await work(one);
  return `${((performance.now() - start) / all.length).toFixed(1)} ms`;
}

/** Time and the most memory beyond what was there before, of sending and of reading. */
async function streamLarge(place: FileStore): Promise<readonly string[]> {
  const piece = Buffer.alloc(1024 * 1024, 7);
  const pieces = async function* () {
    for (let at = 0; at < megabytes; at++) yield piece;
  };
  const sent = await peakOf(() => place.put("large", pieces()));
  const read = await peakOf(async () => readThrough((await place.open("large"))?.stream));
  await place.remove("large");
  return [sent, read];
}

async function peakOf(work: () => Promise<unknown>): Promise<string> {
  const memory = () => process.memoryUsage.rss();
  const [before, start] = [memory(), performance.now()];
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, memory())), 20);
  await work();
  clearInterval(looking);
  return `${((most - before) / 1e6).toFixed(0)} MB more in ${((performance.now() - start) / 1000).toFixed(1)} s`;
}

async function readThrough(stream: AsyncIterable<Buffer> | undefined): Promise<void> {
  for await (const piece of stream ?? []) if (piece.length === 0) return;
}
