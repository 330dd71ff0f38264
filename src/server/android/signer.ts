import { createPrivateKey, generateKeyPair, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { certify } from "#server/certificates/certificate.ts";
import { ownKey } from "#server/certificates/own-key.ts";
import type { Database } from "#server/database/database.ts";
import type { Signer } from "./signing-block.ts";

const years = 30; // a package can be updated by one of the same certificate only, for as long as anybody uses it
const year = 365.25 * 86_400_000; // ms
const modulusLength = 3072; // bits; RSA signs the same bytes alike, so that every server gives out the same package

const newKey = promisify(generateKeyPair);

/** Opens the signer of the archive's packages; the key is made at its first use. */
export async function openSigner(db: Database, provider: string, now: () => Date): Promise<Signer> {
  const { key, certificate } = await ownKey(db, "packages", async () => {
    const { privateKey, publicKey } = await newKey("rsa", { modulusLength });
    const from = now();
    const ownCertificate = certify({
      subject: provider,
      publicKey,
      issuer: { name: provider, key: privateKey },
      from,
      to: new Date(from.getTime() + years * year),
    });
    return {
      key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      certificate: ownCertificate,
      names: [],
    };
  });
  return { key: createPrivateKey(key), certificate: new X509Certificate(certificate).raw };
}
