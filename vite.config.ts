import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    manifest: true, // tools/sizes.mjs weighs by it
    target: ["chrome131", "edge131", "firefox133", "safari18.2"], // what browsers were at the end of 2024
    assetsInlineLimit: 0, // the content security policy allows files of our own only
    modulePreload: { polyfill: false }, // every target knows modulepreload
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": `http://127.0.0.1:${process.env["PORT"] ?? "8080"}` } },
});
