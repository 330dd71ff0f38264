import { uploadImage } from "#contract/calls/stock/images.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { type Attempt, newAttempt } from "#web/api/attempt.ts";
import { mayRecover } from "#web/api/call-error.ts";
import { upload } from "#web/api/upload.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { createStore } from "#web/ui/store.ts";
import { invalidate } from "#web/api/queries.ts";

/** A picture on its way to the server, or one that did not get there. */
export interface Upload {
  readonly key: number;
  readonly box: number;
  readonly file: File;
  readonly status: "waiting" | "sending" | "failed";
  /** Share of the file that has been sent, 0 to 1. */
  readonly share: number;
  readonly error: string | null;
  /** True where the same file may succeed the next time. */
  readonly mayRetry: boolean;
  readonly once: Attempt;
}

const mostBytes = 20 * 1024 * 1024; // product 8

// Outside the page: whoever opens another box meanwhile loses no picture, and finds again what failed.
export const uploads = createStore<readonly Upload[]>([]);
let lastKey = 0;
/** Number of files that have come since the queue was last empty. */
let finishedCount = 0;

export function addFiles(box: number, files: readonly File[]): void {
  const newUploads = files.map((file): Upload => {
    const wrong = whatIsWrong(file);
    const status = wrong ? "failed" : "waiting";
    return { key: ++lastKey, box, file, status, share: 0, error: wrong, mayRetry: false, once: newAttempt() };
  });
  uploads.set([...uploads.get(), ...newUploads]);
  next();
}

/** Returns the reason to refuse a file without sending it. The server finds out whether it is a picture. */
function whatIsWrong({ size }: File): string | null {
  if (size === 0) return "Die Datei ist leer.";
  return size > mostBytes ? "Das Bild ist größer als 20 MiB." : null;
}

export function retryUpload(key: number): void {
  change(key, { status: "waiting", share: 0, error: null });
  next();
}

export const dropUpload = (key: number) => uploads.set(uploads.get().filter((entry) => entry.key !== key));

const change = (key: number, changes: Partial<Upload>) =>
  uploads.set(uploads.get().map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));

function next(): void {
  const open = uploads.get().filter(({ status }) => status !== "failed");
  // One after another: the pages of a file keep their order.
  const [first] = open;
  if (first?.status === "waiting" && !open.some(({ status }) => status === "sending")) void send(first);
  if (open.length > 0 || finishedCount === 0) return;
  notify(finishedCount === 1 ? successTexts.imageAdded : `${finishedCount} Bilder hinzugefügt`);
  finishedCount = 0;
}

async function send({ key, box, file, once }: Upload): Promise<void> {
  change(key, { status: "sending" });
  try {
    const fields = { box_id: box };
    await upload(uploadImage, { fields, file, once, onShare: (share) => change(key, { share }) });
    finishedCount++;
    await invalidate(uploadImage);
    dropUpload(key);
  } catch (error) {
    const { message } = error as Error;
    change(key, { status: "failed", error: message, mayRetry: mayRecover(error as Error) });
  }
  next();
}

addEventListener("beforeunload", (event) => {
  if (uploads.get().some(({ status }) => status !== "failed")) event.preventDefault();
});
