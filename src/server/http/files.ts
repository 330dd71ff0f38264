import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { type AisleConfig, aisleFolder, aisleHeaders, serveAisle, servedHere } from "#server/aisle/aisle-pages.ts";

const builtPages = path.resolve(import.meta.dirname, "../../../dist/web");

/** The built web pages: every path that is neither the API's nor a file is one page, whose router knows the rest. */
export async function servePages(app: FastifyInstance, config: AisleConfig, root = builtPages): Promise<void> {
  if (!existsSync(path.join(root, "index.html"))) {
    app.get("/", async () => "The web pages are not built yet: run npm start.");
    return;
  }
  const [ofAisle, headers] = [path.join(root, aisleFolder, path.sep), aisleHeaders(config)];
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    acceptRanges: false, // no page asks for parts of a file
    globIgnore: ["**/.*", ...servedHere],
    setHeaders: (reply, file) => {
      if (file.startsWith(ofAisle)) for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      const forever = file.includes(`${path.sep}assets${path.sep}`);
      reply.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  if (existsSync(path.join(root, aisleFolder, "lager.html"))) serveAisle(app, root, config);
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  const bare = page.replace(/<div id="frame".*?<\/div>/s, ""); // what every page has before any program has come, but not who signs in
  const ownFiles = filesOfPages(root);
  app.get("/*", async (request, reply) => {
    const [url = ""] = request.url.split("?");
    if (/^\/(api|assets)(\/|$)|\.[a-z]\w*$/i.test(url)) return reply.callNotFound();
    const whole = (url === "/login" ? bare : page).replace('<div id="root">', `${ownFiles(url)}$&`);
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(whole);
  });
}

/**
 * Returns the files that a page needs besides the program, so that they come with it and not after it. They are listed behind the program and the
 * styles, because over one connection in six whatever is named first comes first.
 */
function filesOfPages(root: string): (url: string) => string {
  const pages = JSON.parse(readFileSync(path.join(root, ".vite/pages.json"), "utf8")) as Record<string, string[]>;
  const links = Object.entries(pages).map(([address, files]): [RegExp, string] => [
    new RegExp(`^${address.replace("$id", "\\d+").replace(/\$\w+/, "[^/]+")}$`),
    files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join(""),
  ]);
  return (url) => links.find(([address]) => address.test(url))?.[1] ?? "";
}
