import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { WebhookTarget } from "./webhook-address.ts";

/** Status of a receiver's answer, and how the answer begins. */
export interface WebhookAnswer {
  readonly status: number;
  readonly text: string;
  /** Its `Retry-After`, as it came. */
  readonly retryAfter: string | undefined;
}

/** Bytes of an answer that are read, and characters of it that are kept. */
const [readBytes, keptLength] = [4096, 200];

/** Sends a body to a target, to its resolved addresses alone. Follows nobody elsewhere. @throws where nothing was answered */
export async function postMessage(
  { url, addresses }: WebhookTarget,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const resolved: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "POST",
    agent: false, // a connection of its own, which no other name can have opened
    lookup: resolved,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    signal,
  });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const text = await beginningOf(answer);
  request.destroy();
  return { status: answer.statusCode ?? 0, text, retryAfter: answer.headers["retry-after"] };
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= readBytes) break;
  }
  const text = Buffer.concat(pieces)
    .toString()
    .replaceAll(/[\s\p{Cc}]+/gu, " ");
  return text.trim().slice(0, keptLength);
}
