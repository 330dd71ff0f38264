import type { FastifyInstance } from "fastify";
import type { AppContext } from "#server/http/app-context.ts";
import { notFound } from "./errors.ts";

const day = 86_400_000; // ms
/** Whoever reads it asks again after that: an archive that is not run any more names nobody. */
const goodFor = 180 * day;

/** Serves the contact for reports of a security hole (RFC 9116). Whoever runs the archive names it, or there is none. */
export function serveSecurityContact(app: FastifyInstance, { config, now }: Pick<AppContext, "config" | "now">): void {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    if (config.securityContact === undefined) throw notFound();
    const expires = new Date(Math.floor((now().getTime() + goodFor) / day) * day).toISOString().replace(".000Z", "Z");
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${expires}`,
      "Preferred-Languages: de, en",
      ...(config.publicUrl === undefined ? [] : [`Canonical: ${config.publicUrl}/.well-known/security.txt`]),
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`${lines.join("\n")}\n`);
  });
}
