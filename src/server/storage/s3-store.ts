import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import {
  type Content,
  expectName,
  type FileFacts,
  type ListedFile,
  type OpenFile,
  type FileStore,
  type ByteRange,
} from "./file-store.ts";
import { type S3Address, showS3Address } from "./s3-address.ts";
import { awayFrom, isBeyondEnd, isNoSuchFile } from "./s3-trouble.ts";
import { proveLength, usualLimits, within } from "./time-limits.ts";

/** Bytes of a part of a large file; there are 10,000 at most, which is 160 GB. */
const partBytes = 16 * 1024 * 1024;
const partsAtOnce = 2;
const pageLength = 1000;
/** Connections to the store: whoever reads a picture slowly has one for so long. What wants more waits, within its time. */
const connections = 256;

/**
 * Files in an object store that speaks S3. A file is there whole or not at all: the store has it when it acknowledges it, and a large
 * one is put together from its parts at the end. Whatever takes too long, refuses or ends early is a StoreUnavailable.
 */
export class S3Store implements FileStore {
  readonly address: string;
  readonly #where: S3Address;
  readonly #limits;
  readonly #client: S3Client;

  constructor(where: S3Address, limits = usualLimits) {
    this.#where = where;
    this.#limits = limits;
    this.address = showS3Address({ ...where, endpoint: undefined, region: undefined, pathStyle: false });
    const region = where.region ?? (where.endpoint === undefined ? undefined : "us-east-1");
    this.#client = new S3Client({
      ...(where.endpoint !== undefined && { endpoint: where.endpoint }),
      ...(region !== undefined && { region }),
      forcePathStyle: where.pathStyle,
      maxAttempts: 2,
      // stores other than Amazon's do not know the newer checksums
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: limits.connect,
        httpAgent: { maxSockets: connections },
        httpsAgent: { maxSockets: connections },
        socketAcquisitionWarningTimeout: 2 ** 31 - 1, // who waits too long is refused by `within`
      },
    });
    // every call, also those that `Upload` makes, has its time: a store that stands still keeps nobody
    const send = this.#client.send.bind(this.#client) as (command: object, options: object) => Promise<object>;
    const patiently = (command: { input: { Body?: unknown } }) => {
      const { Body } = command.input;
      const time = limits.answer + (Body instanceof Uint8Array ? Body.length / limits.bytesPerMs : 0);
      return within(time, (abortSignal) => send(command, { abortSignal }));
    };
    this.#client.send = patiently as S3Client["send"];
  }

  addressOf(name: string): string {
    return showS3Address(this.#where, name);
  }

  #object(name: string) {
    return { Bucket: this.#where.bucket, Key: this.#key(expectName(name)) };
  }

  #key(name: string): string {
    return this.#where.prefix === "" ? name : `${this.#where.prefix}/${name}`;
  }

  #nameOf(key: string): string {
    return this.#where.prefix === "" ? key : key.slice(this.#where.prefix.length + 1);
  }

  /** @throws StoreUnavailable for whatever the store or the network have against it */
  async #ask<T>(work: () => Promise<T>): Promise<T> {
    outsideTransaction();
    try {
      return await work();
    } catch (error) {
      throw awayFrom(this.address, error);
    }
  }

  async put(name: string, content: Content): Promise<void> {
    const object = this.#object(name);
    if (Buffer.isBuffer(content)) {
      await this.#ask(() => this.#client.send(new PutObjectCommand({ ...object, Body: content })));
      return;
    }
    outsideTransaction();
    const source = { error: undefined as unknown };
    const Body = Readable.from(noting(content, source), { objectMode: false });
    const options = { client: this.#client, params: { ...object, Body }, partSize: partBytes, queueSize: partsAtOnce };
    try {
      await new Upload(options).done();
    } catch (error) {
      // what the source of the bytes says is no fault of the place
      throw source.error ?? awayFrom(this.address, error);
    } finally {
      Body.destroy();
    }
  }

  async open(name: string, { from, length }: ByteRange = { from: 0 }): Promise<OpenFile | null> {
    if (length === 0) return (await this.has(name)) && nothing();
    const end = length === undefined ? "" : from + length - 1;
    const part = from > 0 || length !== undefined ? { Range: `bytes=${from}-${end}` } : {};
    return this.#ask(async () => {
      try {
        const { Body, ContentLength = 0 } = await this.#client.send(
          new GetObjectCommand({ ...this.#object(name), ...part }),
        );
        return { length: ContentLength, stream: this.#proven(Body as Readable, ContentLength) };
      } catch (error) {
        if (isNoSuchFile(error)) return null;
        if (isBeyondEnd(error)) return nothing();
        throw error;
      }
    });
  }

  /** Returns the data that the store sends, proven to come to its end. */
  #proven(body: Readable, length: number): Readable {
    const { piece } = this.#limits;
    const translated = async function* (address: string) {
      try {
        yield* proveLength(body, length, piece);
      } catch (error) {
        throw awayFrom(address, error);
      }
    };
    const stream = Readable.from(translated(this.address), { objectMode: false });
    return stream.once("close", () => body.destroy()); // also where nobody began to read it
  }

  async has(name: string): Promise<FileFacts | null> {
    return this.#ask(async () => {
      try {
        const head = await this.#client.send(new HeadObjectCommand(this.#object(name)));
        return factsOf(head.ContentLength, head.LastModified);
      } catch (error) {
        if (isNoSuchFile(error)) return null;
        throw error;
      }
    });
  }

  async *list(under: string): AsyncGenerator<ListedFile[]> {
    const query = { Bucket: this.#where.bucket, Prefix: this.#key(under) };
    const pages = paginateListObjectsV2({ client: this.#client, pageSize: pageLength }, query);
    for (;;) {
      const { done, value } = await this.#ask(() => pages.next());
      if (done === true) return;
      const page = (value.Contents ?? []).map(({ Key = "", Size, LastModified }) => {
        const facts = factsOf(Size, LastModified);
        return { name: this.#nameOf(Key), facts: async () => facts };
      });
      if (page.length > 0) yield page;
    }
  }

  async remove(name: string): Promise<void> {
    await this.#ask(async () => {
      try {
        await this.#client.send(new DeleteObjectCommand(this.#object(name)));
      } catch (error) {
        if (!isNoSuchFile(error)) throw error;
      }
    });
  }

  /** A large file that was broken off has no name, but its parts take up room until somebody gives them up. */
  async sweep(under: string, before: Date): Promise<number> {
    const Bucket = this.#where.bucket;
    const query = { Bucket, Prefix: this.#key(under), MaxUploads: pageLength };
    const { Uploads = [] } = await this.#ask(() => this.#client.send(new ListMultipartUploadsCommand(query)));
    const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
    for (const { Key, UploadId } of old)
      await this.#ask(() => this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    return old.length;
  }
}

const factsOf = (length = 0, written = new Date(0)): FileFacts => ({ length, written });
const nothing = (): OpenFile => ({ length: 0, stream: Readable.from([]) });

/** The same pieces; notes what their source throws. */
async function* noting(content: AsyncIterable<Buffer>, source: { error: unknown }): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    source.error = error;
    throw error;
  }
}
