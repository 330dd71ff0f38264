import { readFile } from "node:fs/promises";
import type { Database } from "#server/database/database.ts";
import { claimForWriting, releaseClaims, renewClaims } from "#server/features/stock/images/mutations.ts";
import { NoPicture, type Picture, type PictureStore, readKeptPicture } from "#server/storage/pictures.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { LoadRefused } from "./load-refused.ts";

/** Facts that an image states about its file. */
type PictureFacts = Pick<Picture, "contentType" | "crc32" | "width" | "height"> & { readonly length: number };

/** Claims are renewed after so many pictures, which take minutes: a claim holds an hour. */
const renewedAfter = 1000;

/** The pictures of a plan in the store, claimed until their images are there: no sweep removes their files meanwhile. */
export class TakenPictures {
  readonly #db: Database;
  readonly #facts = new Map<string, PictureFacts>();
  readonly #claims: number[] = [];
  #boxes = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  get claims(): readonly number[] {
    return this.#claims;
  }

  /** Number of all boxes, with or without pictures. */
  get boxes(): number {
    return this.#boxes;
  }

  /** Number of different pictures. */
  get amount(): number {
    return this.#facts.size;
  }

  /** By SHA-256 in hex. */
  facts(sha256: string): PictureFacts {
    const facts = this.#facts.get(sha256);
    if (!facts) throw new LoadRefused(`Das Bild ${sha256} steht nicht mehr im Plan: Der Ordner hat sich geändert.`);
    return facts;
  }

  /** Puts each picture once. @throws LoadRefused where a file is another one than the plan says, or no picture */
  async putAll(plan: TakeoverPlan, store: PictureStore, report: (done: number, of: number) => void): Promise<void> {
    const digests = new Set<string>();
    for await (const { images } of plan.rowsOf("boxes")) {
      this.#boxes++;
      for (const { sha256 } of images) digests.add(sha256);
    }
    for (const sha256 of digests) {
      await this.#put(sha256, plan.pictureFile(sha256), store);
      report(this.#facts.size, digests.size);
    }
  }

  async #put(sha256: string, file: string, store: PictureStore): Promise<void> {
    this.#claims.push(await claimForWriting(this.#db, Buffer.from(sha256, "hex")));
    const picture = await readKeptPicture(await readFile(file)).catch((error: unknown) => {
      if (!(error instanceof NoPicture)) throw error;
      throw new LoadRefused(`${sha256} im Ordner ist kein Bild, das Magazin zeigen kann.`, { cause: error });
    });
    if (picture.sha256.toString("hex") !== sha256)
      throw new LoadRefused(`Das Bild ${sha256} im Ordner hat einen anderen Inhalt: Der Ordner hat sich geändert.`);
    await store.put(picture);
    const { contentType, crc32, width, height } = picture;
    this.#facts.set(sha256, { contentType, crc32, width, height, length: picture.bytes.length });
    if (this.#facts.size % renewedAfter === 0) await this.renew();
  }

  async renew(): Promise<void> {
    await this.#db.write((tx) => renewClaims(tx, this.#claims));
  }

  async release(): Promise<void> {
    await this.#db.write((tx) => releaseClaims(tx, this.#claims));
  }
}
