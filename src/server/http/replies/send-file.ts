import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The whole file, or a stream, of exactly so many bytes where that is known. */
type Bytes = Buffer | { readonly length?: number; readonly stream: Readable };

interface NamedFile {
  readonly type: string;
  /** The name under which a browser saves it. */
  readonly name: string;
}

/** A file as a reply: a download that nobody keeps, or a picture to look at. */
export type FileReply = NamedFile & ({ readonly bytes: Bytes } | KeptPicture);

/** A browser keeps a picture, but has to ask each time whether its user may still see it and whether it still is this one. */
interface KeptPicture {
  /** Mark by which the file is recognised. */
  readonly tag: string;
  /** Opens it for whoever has another one, or none. */
  readonly open: () => Promise<Bytes>;
}

/** A file that can be sent: without bytes where the browser has it. */
export interface ReadyFile extends NamedFile {
  readonly bytes: Bytes | null;
  readonly tag?: string;
}

/** A small picture that is drawn when it is asked for, known by its own bytes. */
export function drawnPicture(name: string, bytes: Buffer) {
  const tag = createHash("sha256").update(bytes).digest("hex");
  return { type: "image/png", name, tag, open: async () => bytes };
}

/** Says whether the caller has the content that is known by a tag. */
export function isKept({ headers }: FastifyRequest, tag: string): boolean {
  const etags = headers["if-none-match"]?.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return etags?.includes(`"${tag}"`) ?? false;
}

/** Opens what has to be sent. */
export async function readyFile(request: FastifyRequest, file: FileReply): Promise<ReadyFile> {
  if (!("tag" in file)) return file;
  return { ...file, bytes: isKept(request, file.tag) ? null : await file.open() };
}

/** Says whether a file comes from the disk as it is read. A file from the database, of no known length, takes a connection each time. */
export function isStreamedFromDisk(result: unknown): boolean {
  const bytes = (result as Partial<ReadyFile> | undefined)?.bytes;
  return bytes !== undefined && bytes !== null && !Buffer.isBuffer(bytes) && bytes.length !== undefined;
}

export function sendFile(reply: FastifyReply, { type, name, bytes, tag }: ReadyFile) {
  const use = tag === undefined ? "attachment" : "inline";
  void reply
    .code(200)
    .type(type)
    .header("content-disposition", `${use}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header("content-security-policy", sandbox);
  if (tag !== undefined) letKeep(reply, tag);
  if (bytes === null) return reply.code(304).send();
  if (Buffer.isBuffer(bytes)) return reply.send(bytes);
  if (bytes.length !== undefined) void reply.header("content-length", bytes.length);
  if (!reply.raw.destroyed && reply.request.method !== "HEAD") return reply.send(bytes.stream);
  bytes.stream.destroy(); // or it would be read to its end for nobody
  return reply.send(Readable.from([]));
}

/** Opened by itself, a file runs nothing. */
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'";

function letKeep(reply: FastifyReply, tag: string) {
  return reply.headers({
    etag: `"${tag}"`,
    "cache-control": "private, no-cache",
    vary: "Authorization",
  });
}
