import { X509Certificate } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { PackagesOnDemand } from "#server/android/packages-on-demand.ts";
import type { Config } from "#server/config.ts";
import type { Authority } from "#server/certificates/authority.ts";
import { notFound } from "#server/http/errors.ts";

/**
 * A worker that does nothing: where a warning of the certificate was only clicked away, browsers refuse it, and with it all work without
 * a network. The page that sets devices up registers it and forgets it.
 */
const probe = "/* works offline */\n";

interface SetupParts {
  readonly config: Pick<Config, "tls" | "productTitle">;
  readonly android: Pick<PackagesOnDemand, "authority">;
}

/** The certificate of the archive's authority, as devices install it; there is none where another one vouches for the server. */
export function serveSetup(app: FastifyInstance, { config, android }: SetupParts): void {
  const authority = () => {
    if (config.tls !== "auto") throw notFound();
    return android.authority();
  };
  app.get("/probe.js", async (_request, reply) =>
    reply.type("text/javascript").header("cache-control", "no-cache").send(probe),
  );
  app.get("/ca.crt", async (_request, reply) => {
    const { certificate } = await authority();
    return reply.type("application/x-x509-ca-cert").header("cache-control", "no-cache").send(certificate);
  });
  app.get("/magazin.mobileconfig", async (_request, reply) => {
    const profile = appleProfile(await authority(), config.productTitle);
    return reply.type("application/x-apple-aspen-config").header("cache-control", "no-cache").send(profile);
  });
}

/** Returns a profile in the form that an iPhone expects: it installs a certificate from nothing else. */
function appleProfile({ certificate, fingerprint }: Authority, title: string): string {
  const bytes = new X509Certificate(certificate).raw.toString("base64");
  const profileEntry = (kind: string, what: string, digits: string) => `
    <key>PayloadType</key><string>${kind}</string>
    <key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>de.magazin.${what}.${fingerprint.slice(0, 12)}</string>
    <key>PayloadUUID</key><string>${uuidOf(digits)}</string>
    <key>PayloadDisplayName</key><string>${escapeXml(title)}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>${profileEntry("Configuration", "profile", fingerprint.slice(0, 32))}
    <key>PayloadContent</key>
    <array><dict>${profileEntry("com.apple.security.root", "authority", fingerprint.slice(32))}
      <key>PayloadContent</key><data>${bytes}</data>
    </dict></array>
  </dict>
</plist>
`;
}

const uuidOf = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5").toUpperCase();
const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
