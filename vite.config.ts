import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractForWeb } from "./tools/contract-for-web.mjs";

export default defineConfig({
  root: "src/web",
  plugins: [contractForWeb(), react(), tailwindcss()],
  resolve: { alias: { "../createLucideIcon.mjs": `${import.meta.dirname}/tools/lucide-icon.mjs` } },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true, // tools/sizes.mjs weighs by it
    target: ["chrome131", "edge131", "firefox133", "safari18.2"], // what browsers were at the end of 2024
    assetsInlineLimit: 0, // the content security policy allows files of our own only
    modulePreload: { polyfill: false }, // every target knows modulepreload
    reportCompressedSize: false,
    // what every page needs comes in one piece: several small ones compress worse
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } } },
  },
  // only the calls: modules of src/web/api/ begin alike; pictures come from the page's own origin
  server: {
    proxy: { "/api/v1": { target: `http://127.0.0.1:${process.env["PORT"] ?? "8080"}`, changeOrigin: false } },
  },
});
