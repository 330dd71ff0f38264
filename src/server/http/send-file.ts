import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A stream of exactly so many bytes. */
export interface FileStream {
  readonly length: number;
  readonly stream: Readable;
}

/** A file as a reply: a download that nobody keeps, or a picture to look at. */
export interface FileReply {
  readonly type: string;
  readonly bytes: Buffer | FileStream;
  /** The name under which a browser saves it. */
  readonly name: string;
  /** What a picture is known by to whoever keeps it; of one that is here whole, its bytes will do. */
  readonly tag?: string;
  readonly isPicture?: boolean;
}

export function sendFile(reply: FastifyReply, file: FileReply) {
  const { type, bytes, name, isPicture } = file;
  const use = isPicture ? "inline" : "attachment";
  void reply
    .code(200)
    .type(type)
    .header("content-disposition", `${use}; filename*=UTF-8''${encodeURIComponent(name)}`);
  const isKept = isPicture && letKeep(reply, file);
  if (Buffer.isBuffer(bytes)) return isKept ? reply.code(304).send() : reply.send(bytes);
  const { length, stream } = bytes;
  const isWanted = !isKept && !reply.raw.destroyed && reply.request.method !== "HEAD";
  if (!isWanted) stream.destroy(); // or it would be read to its end for nobody
  if (isKept) return reply.code(304).send();
  void reply.header("content-length", length);
  return reply.send(isWanted ? stream : Readable.from([]));
}

/**
 * A browser keeps a picture, but has to ask each time whether its user may still see it; opened by itself, it runs nothing.
 * Answers whether the browser has this very one.
 */
function letKeep(reply: FastifyReply, { tag, bytes }: FileReply): boolean {
  const known = tag ?? (Buffer.isBuffer(bytes) ? createHash("sha256").update(bytes).digest("hex") : "");
  const etag = `"${known}"`;
  void reply.headers({
    etag,
    "cache-control": "private, no-cache",
    vary: "Authorization",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const asked = reply.request.headers["if-none-match"]?.split(",") ?? [];
  return asked.some((one) => one.trim().replace(/^W\//, "") === etag);
}
