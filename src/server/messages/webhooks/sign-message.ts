import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A secret as Standard Webhooks 1.0.0 writes them: 192 random bits. */
export const newWebhookSecret = (): string => prefix + randomBytes(24).toString("base64");

/** The headers of Standard Webhooks 1.0.0, with a signature by each secret. `at` is in seconds. */
export function signatureHeaders(secrets: readonly string[], id: string, at: number, body: string) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signatures.join(" ") };
}
