import { useEffect, useRef, useState } from "react";
import type { Input, Route, Shapes } from "#contract/route.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "./call-error.ts";
import { request } from "./call.ts";

/** A call that answers a file. */
export type FileRoute = Route<Shapes & { readonly reply: `${string}/${string}` }>;

export interface DownloadOptions {
  /** The name under which it is saved, instead of the one that the server gives. */
  readonly name?: string | undefined;
  /** Reports the share that has come, 0 to 1; not called where the server does not send the length. */
  readonly onShare?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches a file and hands it to the browser for saving; answers the name that it got. A refusal is thrown as a
 * CallError with the text of the catalogue (specification 8), a stop by `signal` as an AbortError; a 403 ends the session.
 */
export async function download<const R extends FileRoute>(
  route: R,
  input: Input<R>,
  { name, onShare, signal }: DownloadOptions = {},
): Promise<string> {
  const response = await request(route, { ...(input as object), signal });
  const file = await fileIn(response, onShare).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === "AbortError" ? error : new CallError(0, errors.network);
  });
  const fileName = name ?? nameIn(response) ?? "Download";
  save(file, fileName);
  return fileName;
}

/** State of a download that a screen shows: `<DownloadStatus of={…} />`. */
export interface Download<R extends FileRoute> {
  readonly running: boolean;
  /** 0 to 1 while it runs; undefined until the first bytes come, or where the length is not known. */
  readonly share: number | undefined;
  /** Why the last one failed; one that was cancelled has not failed. */
  readonly error: Error | null;
  /** The name of the file that was saved last. */
  readonly saved: string | null;
  /** Does nothing while one is running; never throws. `name` as in DownloadOptions. */
  readonly start: (input: Input<R>, name?: string) => Promise<void>;
  readonly cancel: () => void;
}

const idle = { running: false, share: undefined, error: null, saved: null };

/** One download at a time of this call. Leaving the screen stops it: nobody could stop or see it any more. */
export function useDownload<const R extends FileRoute>(route: R): Download<R> {
  const [state, setState] = useState<Omit<Download<R>, "start" | "cancel">>(idle);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (input: Input<R>, name?: string) => {
    if (stop.current) return;
    const own = new AbortController();
    stop.current = own;
    setState({ ...idle, running: true });
    const onShare = (exact: number) => {
      const share = Math.floor(exact * 100) / 100; // one drawing for each percent, not for each piece
      setState((old) => (old.share === share ? old : { ...idle, running: true, share }));
    };
    const end = await download(route, input, { name, onShare, signal: own.signal }).then(
      (saved) => ({ ...idle, saved }),
      (error: Error) => ({ ...idle, error: own.signal.aborted ? null : error }),
    );
    stop.current = null;
    setState(end);
  };
  return { ...state, start, cancel: () => stop.current?.abort() };
}

const pieceBytes = 16 * 1024 * 1024; // what is kept by the page itself; the browser may put finished pieces on disk

/** The whole body, counted as it comes. A file of many gigabytes does not have to fit into the page's memory. */
async function fileIn(response: Response, onShare: DownloadOptions["onShare"]): Promise<Blob> {
  const type = response.headers.get("Content-Type") ?? "";
  // The length of a compressed answer says nothing about the bytes that are read.
  const total = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
  const pieces: Blob[] = [];
  let open: BlobPart[] = [];
  let openBytes = 0;
  let come = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    open.push(chunk.value);
    openBytes += chunk.value.byteLength;
    come += chunk.value.byteLength;
    if (total > 0) onShare?.(Math.min(1, come / total));
    if (openBytes < pieceBytes) continue;
    pieces.push(new Blob(open));
    open = [];
    openBytes = 0;
  }
  return new Blob([...pieces, ...open], { type });
}

/** The name that the server gives, `attachment; filename*=UTF-8''…`. */
function nameIn(response: Response): string | undefined {
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return encodedName && decodeURIComponent(encodedName);
}

const readingTime = 60_000; // ms: the browser reads the file out of memory after the click

function save(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link); // inside a page Firefox needs it, too
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), readingTime);
}
