import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { openAuthority } from "#server/certificates/authority.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { machineNames } from "./machine-names.ts";

/** Proof that a server shows devices: a chain of certificates and the key of the first, both as PEM. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
  readonly certificate: X509Certificate;
}

/** Inputs for certificates: what they are made from and for. */
export interface Issuing {
  readonly db: Database;
  readonly config: Config;
  readonly now: () => Date;
}

const renewedBefore = 30 * 86_400_000; // ms

/** Those that are good now: the ones from before where nothing has changed. @throws Error with what is wrong, for the operator */
export type Renew = (before: Credentials | null) => Promise<Credentials>;

/** From the archive's own authority, for all that this machine is called; new ones when that changes, or a month before they end. */
export function ownCredentials({ db, config, now }: Issuing): Renew {
  let currentNames = "";
  return async (before) => {
    const names = machineNames(config);
    const isLong = before !== null && Date.parse(before.certificate.validTo) - now().getTime() > renewedBefore;
    if (isLong && currentNames === names.join(" ")) return before;
    const { vouchFor } = await openAuthority(db, { names: config.tlsNames, title: config.productTitle, now: now() });
    const newCredentials = credentials(await vouchFor(names, now()));
    currentNames = names.join(" ");
    return newCredentials;
  };
}

/** From two files that somebody else renews. */
export function credentialsIn(files: { readonly cert: string; readonly key: string }): Renew {
  return async (before) => {
    const [cert, key] = await Promise.all([readFile(files.cert, "utf8"), readFile(files.key, "utf8")]);
    if (before?.cert === cert && before.key === key) return before;
    const read = credentials({ cert, key });
    if (read.certificate.checkPrivateKey(createPrivateKey(key))) return read;
    throw new Error(`${files.key} is not the key of ${files.cert}.`);
  };
}

const credentials = ({ cert, key }: { readonly cert: string; readonly key: string }): Credentials => ({
  cert,
  key,
  certificate: new X509Certificate(cert),
});
