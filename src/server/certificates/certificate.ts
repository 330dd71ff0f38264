import { createSign, type KeyObject, randomBytes } from "node:crypto";
import { bits, der, explicitTag, oid, sequence, tag, time } from "./der.ts";

/** Statement of a certificate: this key is this subject's, vouched for by the issuer. */
export interface Claim {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: string; readonly key: KeyObject };
  readonly from: Date;
  readonly to: Date;
  readonly extensions?: readonly Uint8Array[];
}

const version3 = explicitTag(0, der(tag.integer, Buffer.from([2])));
const commonName = oid("2.5.4.3");
const algorithms: Readonly<Record<string, Buffer>> = {
  ec: sequence(oid("1.2.840.10045.4.3.2")),
  rsa: sequence(oid("1.2.840.113549.1.1.11"), der(0x05)),
};

/** A certificate (RFC 5280), signed with SHA-256 by an elliptic or an RSA key, as PEM. */
export function certify({ subject, publicKey, issuer, from, to, extensions = [] }: Claim): string {
  const algorithm = algorithms[issuer.key.asymmetricKeyType ?? ""];
  if (!algorithm) throw new Error(`no key for certificates: ${issuer.key.asymmetricKeyType}`);
  const claim = sequence(
    version3,
    der(tag.integer, Buffer.from([0x40]), randomBytes(15)), // its number: positive, and nobody's else
    algorithm,
    nameOf(issuer.name),
    sequence(time(from), time(to)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length > 0 ? [explicitTag(3, sequence(...extensions))] : []),
  );
  const signature = createSign("sha256").update(claim).sign(issuer.key);
  return pem(sequence(claim, algorithm, bits(signature)));
}

const nameOf = (common: string) => sequence(der(tag.set, sequence(commonName, der(tag.text, Buffer.from(common)))));

function pem(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
