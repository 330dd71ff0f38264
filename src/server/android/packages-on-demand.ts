import { createHash, hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Authority, openAuthority } from "#server/certificates/authority.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { contentOf, packageFile, readZip, writeZip } from "./package-zip.ts";
import { openSigner } from "./signer.ts";
import { type Signer, signPackage } from "./signing-block.ts";

/** A package for the devices of this archive: it knows the server's address and trusts its authority. */
export interface SignedPackage {
  readonly bytes: Buffer;
  /** In hex. */
  readonly sha256: string;
}

const folder = path.resolve(import.meta.dirname, "../../../android");
const ending = ".apk";
const mostKept = 32; // packages; four versions for each address that the server goes by

/** The versions that come along, each a package that nobody has signed yet (`android/`). */
export const versionsAlong: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))
  .sort();

/** Numbers are compared as numbers: 1.10 is newer than 1.9. */
export const newestAlong: string = versionsAlong.reduce((newest, each) =>
  each.localeCompare(newest, "en", { numeric: true }) > 0 ? each : newest,
);

interface Using {
  readonly db: Database;
  readonly config: Pick<Config, "providerName" | "productTitle" | "tlsNames">;
  readonly now: () => Date;
}

/** Makes packages of those that come along, and signs them with the archive's own key. */
export class PackagesOnDemand {
  readonly #using: Using;
  readonly #made = new Map<string, SignedPackage>();
  #keys: Promise<{ readonly signer: Signer; readonly authority: Authority }> | null = null;

  constructor(using: Using) {
    this.#using = using;
  }

  has(version: string): boolean {
    return versionsAlong.includes(version);
  }

  /** The package of a version that opens this address; an empty one is asked for on the device. */
  async make(version: string, address: string): Promise<SignedPackage> {
    const { signer, authority } = await this.#open();
    const key = [version, address, authority.fingerprint].join(" ");
    const pending = this.#made.get(key) ?? build(version, address, authority, signer);
    if (this.#made.size >= mostKept) this.#made.clear();
    this.#made.set(key, pending);
    return pending;
  }

  /** Returns the authority that the packages trust. */
  async authority(): Promise<Authority> {
    return (await this.#open()).authority;
  }

  /** The SHA-256 of the certificate that Android knows the packages by, in hex. */
  async fingerprint(): Promise<string> {
    return sha256((await this.#open()).signer.certificate);
  }

  /** A secret for one purpose, the same on every server of the archive. */
  async secret(purpose: string): Promise<Buffer> {
    const { signer } = await this.#open();
    const key = signer.key.export({ type: "pkcs8", format: "der" });
    return Buffer.from(hkdfSync("sha256", key, "", `magazin: ${purpose}`, 32));
  }

  #open() {
    this.#keys ??= openKeys(this.#using).catch((error: unknown) => {
      this.#keys = null; // the next one asks again
      throw error;
    });
    return this.#keys;
  }
}

async function openKeys({ db, config, now }: Using) {
  const signer = await openSigner(db, config.providerName, now);
  const authority = await openAuthority(db, { names: config.tlsNames, title: config.productTitle, now: now() });
  return { signer, authority };
}

function build(version: string, address: string, { certificate }: Authority, signer: Signer): SignedPackage {
  const entries = readZip(readFileSync(path.join(folder, version + ending))).map((entry) => {
    if (entry.name === "res/raw/ca.pem") return packageFile(entry.name, Buffer.from(certificate));
    if (entry.name !== "assets/server.json") return entry;
    const server = JSON.parse(contentOf(entry).toString()) as object;
    return packageFile(entry.name, Buffer.from(JSON.stringify({ ...server, server: address })));
  });
  const bytes = signPackage(writeZip(entries), signer);
  return { bytes, sha256: sha256(bytes) };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
