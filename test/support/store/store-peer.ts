import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * Behaviour of a store to its clients. It behaves as it should; it refuses; it has no such bucket; it is overloaded; it never answers. It never
 * reads; it announces one length and sends less; it stands still in the middle of what it sends.
 */
export type Mood = "well" | "refusing" | "bucketless" | "overloaded" | "silent" | "cutting" | "stalling";

const words: Partial<Record<Mood, readonly [status: number, code: string]>> = {
  refusing: [403, "SignatureDoesNotMatch"],
  bucketless: [404, "NoSuchBucket"],
  overloaded: [503, "SlowDown"],
};

interface Kept {
  readonly bytes: Buffer;
  readonly written: Date;
}

/**
 * An object store that can be in every mood that a real one is rarely in. That we speak S3 is proven with a real one
 * (`npm run test:store`): of S3 it knows one bucket, and no key is wrong to it.
 */
export class StorePeer {
  mood: Mood = "well";
  /** Files of the store, by key; a test may spoil them. */
  readonly kept = new Map<string, Kept>();
  /** Parts of large files that are not put together yet, by the file's key. */
  readonly parts = new Map<string, Map<number, Buffer>>();
  /** Requests that the store has got, as `PUT images/ab/…`. */
  readonly asked: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async open(): Promise<StorePeer> {
    const peer = new StorePeer();
    await once(peer.#server.listen(0, "127.0.0.1"), "listening");
    return peer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  addressOf(prefix = ""): string {
    return `s3://bucket${prefix && `/${prefix}`}?endpoint=http://127.0.0.1:${this.port}&pathStyle=true`;
  }

  /** Hangs up on everybody. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.hangUp();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://peer");
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, "");
    this.asked.push(`${request.method} ${key}`);
    const refusal = words[this.mood];
    if (this.mood === "silent") return;
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    if (refusal) return refuse(response, ...refusal);
    if (request.method === "GET" && key === "") return this.#list(url.searchParams, response);
    if (request.method === "GET" || request.method === "HEAD") return this.#send(key, request, response);
    if (request.method === "POST") return this.#assemble(key, url.searchParams, response);
    if (request.method === "PUT") this.#keep(key, url.searchParams, body);
    if (request.method === "DELETE" && url.searchParams.has("uploadId")) this.parts.delete(key);
    else if (request.method === "DELETE") this.kept.delete(key);
    const etag = `"${createHash("md5").update(body).digest("hex")}"`;
    response.writeHead(request.method === "DELETE" ? 204 : 200, { etag }).end();
  }

  #keep(key: string, query: URLSearchParams, bytes: Buffer): void {
    const part = Number(query.get("partNumber"));
    if (part > 0) this.parts.get(key)?.set(part, bytes);
    else this.kept.set(key, { bytes, written: new Date() });
  }

  #assemble(key: string, query: URLSearchParams, response: ServerResponse): void {
    if (query.has("uploads")) {
      this.parts.set(key, new Map());
      return sendXml(response, `<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>`);
    }
    const parts = [...(this.parts.get(key) ?? [])].sort(([one], [other]) => one - other);
    this.kept.set(key, { bytes: Buffer.concat(parts.map(([, bytes]) => bytes)), written: new Date() });
    this.parts.delete(key);
    return sendXml(response, "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>");
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const most = Number(query.get("max-keys") ?? 1000);
    const [prefix, after] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
    const all = [...this.kept]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(0, most);
    const entries = page.map(
      ([key, { bytes, written }]) =>
        `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${written.toISOString()}</LastModified></Contents>`,
    );
    const next = all.length > most ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
    sendXml(
      response,
      `<ListBucketResult><IsTruncated>${all.length > most}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`,
    );
  }

  #send(key: string, { method, headers }: IncomingMessage, response: ServerResponse): void {
    const file = this.kept.get(key);
    if (!file) return refuse(response, 404, "NoSuchKey");
    const [, from = 0, to = file.bytes.length - 1] = (/bytes=(\d+)-(\d*)/.exec(headers.range ?? "") ?? []).map(
      (text) => (text === "" ? undefined : Number(text)),
    );
    if (from > 0 && from >= file.bytes.length) return refuse(response, 416, "InvalidRange");
    const part = file.bytes.subarray(from, to + 1);
    response.writeHead(headers.range === undefined ? 200 : 206, {
      "content-length": part.length,
      "last-modified": file.written.toUTCString(),
    });
    if (method === "HEAD") return void response.end();
    if (this.mood !== "cutting" && this.mood !== "stalling") return void response.end(part);
    response.write(part.subarray(0, part.length >> 1), () => this.mood === "cutting" && response.destroy());
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { "content-type": "application/xml" }).end(`<?xml version="1.0"?>${xml}`);
}
