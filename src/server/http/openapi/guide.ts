import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { notFound } from "#server/http/errors.ts";
import { guidePage } from "./guide-page.ts";

const pages = path.resolve(import.meta.dirname, "../../../../docs/api");
const first = "README";

/** The pages for those who write programs that call this archive, at `/api/docs/guide/`; nothing where they were not packed. */
export function serveGuide(app: FastifyInstance, productTitle: string, folder = pages): void {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const known = new Map(files.map((name) => [path.parse(name).name, path.join(folder, name)]));
  app.get<{ Params: { page?: string } }>("/api/docs/guide/:page?", async ({ params }, reply) => {
    const file = known.get(params.page || first);
    if (file === undefined) throw notFound();
    const page = guidePage(await readFile(file, "utf8"), productTitle);
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  });
}
