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

export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss(), knownProperties],
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
            { name: "start", tags: ["$initial"], priority: 2 },
            // but for lists and the list of choices, which forms near their budget do without
            {
              name: "often",
              test: /[\\/]src[\\/](?!.*[\\/](select\.tsx|ui[\\/]table[\\/]))/,
              minShareCount: 17,
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
