import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const builtPages = path.resolve(import.meta.dirname, "../../../dist/web");

/** The built web pages: every path that is neither the API's nor a file is one page, whose router knows the rest. */
export async function servePages(app: FastifyInstance, root = builtPages): Promise<void> {
  if (!existsSync(path.join(root, "index.html"))) {
    app.get("/", async () => "The web pages are not built yet: run npm start.");
    return;
  }
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    acceptRanges: false, // no page asks for parts of a file
    globIgnore: ["**/.*"],
    setHeaders: (reply, file) => {
      const forever = file.includes(`${path.sep}assets${path.sep}`);
      reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  const bare = page.replace(/<div id="frame".*?<\/div>/s, ""); // what every page has before any program has come, but not who signs in
  app.get("/login", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(bare),
  );
  app.get("/*", async (request, reply) => {
    const [url = ""] = request.url.split("?");
    if (/^\/(api|assets)(\/|$)|\.[a-z]\w*$/i.test(url)) return reply.callNotFound();
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}
