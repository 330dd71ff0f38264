import { createHash, createPrivateKey, createPublicKey, generateKeyPair, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import type { Database } from "#server/database/database.ts";
import { type OwnCertificate, ownCertificate, renewCertificate } from "#server/database/own-certificates.ts";
import { certify } from "./certificate.ts";
import { authorityExtensions, serverExtensions } from "./extensions.ts";
import { ownKey } from "./own-key.ts";

const day = 86_400_000; // ms
const authorityDays = 3650;
const renewedBefore = 365 * day; // ms; devices have a year to fetch the next one
/** Days for which a server's certificate is valid; browsers accept 398 at most. */
const serverDays = 397;
const serverAuthentication = "1.3.6.1.5.5.7.3.1"; // as an extended key usage
const clockSlack = day; // ms; the clocks of phones are off

/** Names that nobody can own in the world's DNS, and networks that nobody can route to: an on-premises authority says nothing of others. */
const localNames = ["local", "lan", "internal", "home.arpa", "localhost"];
const localNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "fc00::/7", "::1"];

/** Authority that vouches for the archive's servers to on-premises devices. */
export interface Authority {
  /** As PEM. */
  readonly certificate: string;
  /** The SHA-256 of the certificate, in hex. */
  readonly fingerprint: string;
  /** A certificate for a server that is called so, good from now on, and its key; both as PEM. */
  readonly vouchFor: (names: readonly string[], now: Date) => Promise<{ readonly cert: string; readonly key: string }>;
}

interface Wish {
  /** Names and addresses that an archive has besides; the authority vouches for them from now on. */
  readonly names: readonly string[];
  readonly title: string;
  readonly now: Date;
}

const newKey = promisify(generateKeyPair);

/** The archive's authority, made at its first use. Its certificate is renewed, with the same key, for further names and before it ends. */
export async function openAuthority(db: Database, wish: Wish): Promise<Authority> {
  const authorityKey = await ownKey(db, "authority", () => makeAuthority(wish));
  if (isGood(authorityKey, wish)) return authorityOf(authorityKey);
  const names = [...new Set([...authorityKey.names, ...wish.names])];
  const certificate = authorityCertificate(authorityKey.key, subjectOf(authorityKey.certificate), { ...wish, names });
  await db.write((tx) => renewCertificate(tx, "authority", authorityKey, { certificate, names }));
  return authorityOf((await ownCertificate(db, "authority")) ?? authorityKey);
}

/** One of before may say less of what it is for: it is renewed, and who trusts it goes on. */
function isGood({ certificate, names }: OwnCertificate, wish: Wish): boolean {
  const { keyUsage, validTo } = new X509Certificate(certificate);
  const isForServers = (keyUsage as readonly string[] | undefined)?.includes(serverAuthentication) ?? false;
  const isLasting = new Date(validTo).getTime() - wish.now.getTime() > renewedBefore;
  return isForServers && isLasting && wish.names.every((name) => names.includes(name));
}

async function makeAuthority(wish: Wish): Promise<OwnCertificate> {
  const { privateKey, publicKey } = await newKey("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  // two archives on one phone are distinguished by a few letters of their keys
  const letters = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex")
    .slice(0, 6);
  return { key, certificate: authorityCertificate(key, `${wish.title} ${letters}`, wish), names: wish.names };
}

function authorityCertificate(pem: string, subject: string, { names, now }: Pick<Wish, "names" | "now">): string {
  const key = createPrivateKey(pem);
  const publicKey = createPublicKey(pem);
  return certify({
    subject,
    publicKey,
    issuer: { name: subject, key },
    ...validFor(authorityDays, now),
    extensions: authorityExtensions(publicKey, [...localNames, ...localNetworks, ...names]),
  });
}

function authorityOf({ key: pem, certificate }: OwnCertificate): Authority {
  const key = createPrivateKey(pem);
  const name = subjectOf(certificate);
  const vouchFor = async (names: readonly string[], now: Date) => {
    const { privateKey, publicKey } = await newKey("ec", { namedCurve: "P-256" });
    const cert = certify({
      subject: names[0] ?? "localhost",
      publicKey,
      issuer: { name, key },
      ...validFor(serverDays, now),
      extensions: serverExtensions(createPublicKey(key), names),
    });
    return { cert: cert + certificate, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
  };
  const fingerprint = createHash("sha256").update(new X509Certificate(certificate).raw).digest("hex");
  return { certificate, fingerprint, vouchFor };
}

const validFor = (days: number, now: Date) => ({
  from: new Date(now.getTime() - clockSlack),
  to: new Date(now.getTime() - clockSlack + days * day),
});

/** Our certificates have one name each. */
const subjectOf = (certificate: string) => new X509Certificate(certificate).subject.replace(/^CN=/, "");
