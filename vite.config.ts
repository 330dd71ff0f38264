import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Tailwind repeats its properties for browsers that do not know `@property`: all of the target below do. */
const knownProperties: Plugin = {
  name: "known-properties",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        file.source = String(file.source).replace(/@layer properties\{@supports .*?\}\}\}/s, "");
  },
};

/**
 * The page's frame is painted before the styles have come, which stand behind it; and what the first page asks for (page-data.ts) comes
 * with the program, not after it.
 */
const early: Plugin = {
  name: "early",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file : []));
      const named = (name: string) => chunks.find(({ fileName }) => fileName === name);
      const closure = (chunk: (typeof chunks)[number]): Set<string> =>
        new Set([chunk.fileName, ...chunk.imports.flatMap((name) => [...closure(named(name) ?? chunk)])]);
      const start = chunks.find(({ isEntry }) => isEntry);
      const data = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith("/web/page-data.ts")));
      const wanted = data && start ? [...closure(data)].filter((name) => !closure(start).has(name)) : [];
      const links = [...wanted].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
      const styles = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
      return styles
        .reduce((rest, style) => rest.replace(style, ""), html)
        .replace("</head>", `${links.join("")}</head>`)
        .replace('<div id="root">', `${styles.join("")}<div id="root">`);
    },
  },
};

/** The modules of page-data.ts. */
const asked =
  /[\\/]src[\\/](contract[\\/](calls[\\/](apps|areas|backups|boxes|customers|deliveries|rows|users)\.ts|lists|list\.ts)|rules[\\/](box-state|delivery-state|lists)|web[\\/](page-data|lists[\\/](list-search|list-piece|narrowing)))/;

export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss(), knownProperties, early],
  resolve: {
    alias: {
      // React has this hook itself since 18; the shim is for those before
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true, // tools/sizes.mjs weighs by it
    target: ["chrome131", "edge131", "firefox133", "safari18.2"], // what browsers were at the end of 2024
    assetsInlineLimit: 0, // the content security policy allows files of our own only
    modulePreload: { polyfill: false }, // every target knows modulepreload
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // the first load names every chunk: a hash is shorter than a name and a hash, and of few letters it is compressed
        chunkFileNames: "assets/[hash:7].js",
        hashCharacters: "hex",
        codeSplitting: {
          // several small pieces compress worse than one: what every page needs, and what every other one does
          groups: [
            { name: "start", tags: ["$initial"], priority: 3 },
            // what is asked for while the first page's code is on its way is one piece, which comes with the program
            { name: "asked", test: asked, priority: 2 },
            // but for lists and the list of choices, which forms near their budget do without
            {
              name: "often",
              test: /[\\/]src[\\/](?!.*[\\/](select\.tsx|ui[\\/]table[\\/]))/,
              minShareCount: 14,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  // only the calls: modules of src/web/api/ begin alike; pictures come from the page's own origin
  server: {
    proxy: { "/api/v1": { target: `http://127.0.0.1:${process.env["PORT"] ?? "8080"}`, changeOrigin: false } },
  },
});
