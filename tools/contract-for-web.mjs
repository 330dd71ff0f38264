import { pathToFileURL } from "node:url";

/**
 * What the browser needs of a contract entry: where it calls and what kind of reply comes. Schemas check on the server;
 * in the first load of the page they would weigh more than the rest of our own code.
 * @param {unknown} value
 */
function forWeb(value) {
  if (value === null || typeof value !== "object" || !("path" in value && "access" in value && "reply" in value))
    return value;
  const { method, path, reply } = /** @type {import("#contract/route.ts").Route} */ (value);
  return { method, path, reply: typeof reply === "string" ? reply : null };
}

/** @param {unknown} value */
const isPlain = (value) => JSON.stringify(value) !== undefined && !JSON.stringify(value).includes('"def"');

/** A Vite plugin: `src/contract/*.ts` without its schemas. @returns {import("vite").Plugin} */
export function contractForWeb() {
  return {
    name: "contract-for-web",
    enforce: "pre",
    async load(id) {
      if (!/\/src\/contract\/[\w-]+\.ts$/.test(id)) return null;
      /** @type {Record<string, unknown>} */
      const exported = await import(pathToFileURL(id).href);
      const plain = Object.entries(exported)
        .map(([name, value]) => /** @type {const} */ ([name, forWeb(value)]))
        .filter(([, value]) => typeof value !== "function" && isPlain(value));
      return plain.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
    },
  };
}
