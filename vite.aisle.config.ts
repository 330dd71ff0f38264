import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { noteLicences } from "./tools/licences.mjs";

const folder = path.resolve(import.meta.dirname, "dist/web/lager");

/** Kept at its first use: what only the camera needs weighs more than all the rest, and few names have letters beyond Latin 1. */
const isKeptLater = (name: string) => /\.wasm$|reading-worker|latin-ext/.test(name);

/** Writes into the service worker what it keeps, and a version that changes with any byte of it. */
const keptOffline: Plugin = {
  name: "kept-offline",
  writeBundle(_options, bundle) {
    const built = Object.keys(bundle).filter((name) => name.startsWith("assets/") && !isKeptLater(name));
    const names = [...built, "icon.svg"]; // browsers ask for the icon anew with every title
    const hash = createHash("sha256");
    for (const name of ["lager.html", ...names.sort()]) hash.update(name).update(readFileSync(path.join(folder, name)));
    const worker = path.join(folder, "sw.js");
    const kept = { version: hash.digest("hex").slice(0, 12), files: names.map((name) => `/lager/${name}`) };
    const code = readFileSync(worker, "utf8");
    if (!code.includes("__KEPT__")) throw new Error("The service worker does not ask what it keeps.");
    writeFileSync(worker, code.replace("__KEPT__", JSON.stringify(kept)));
  },
};

/** The phone between the shelves: an entry of its own below /lager/, with a service worker that reaches nothing else. */
export const aisle: InlineConfig = {
  configFile: false,
  root: path.resolve(import.meta.dirname, "src/web/aisle"),
  base: "/lager/",
  logLevel: "warn",
  plugins: [react(), tailwindcss(), keptOffline, noteLicences()],
  worker: { plugins: () => [noteLicences()] },
  build: {
    outDir: folder,
    emptyOutDir: true,
    manifest: true, // tools/sizes.mjs weighs by it
    target: ["chrome123", "edge123", "firefox133", "safari18.2"], // what its colours need; older ones are told so (lager.html)
    assetsInlineLimit: 0, // the content security policy allows files of our own only
    // after the first visit everything is on the device: naming what each screen needs would weigh on the start
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, names, { hostType }) =>
        hostType === "html" ? names : names.filter((name) => name.endsWith(".css")),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        lager: path.resolve(import.meta.dirname, "src/web/aisle/lager.html"),
        sw: path.resolve(import.meta.dirname, "src/web/aisle/sw.ts"),
      },
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
};
