import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type IndexHtmlTransformContext, type Plugin } from "vite";
import { noteLicences, writeLicences } from "./tools/licences.mjs";
import { aisle } from "./vite.aisle.config.ts";

/** Tailwind repeats its properties for browsers that do not know `@property`: all of the target below do. */
const knownProperties: Plugin = {
  name: "known-properties",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        file.source = String(file.source).replace(/@layer properties\{@supports .*?\}\}\}/s, "");
  },
};

/** Which files a page needs is told by pages.js, and there is one style sheet: Vite's helper around each import would look for both. */
const bareImports: Plugin = {
  name: "bare-imports",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("vite/preload-helper.js") ? "\0bare-imports" : undefined),
  load: (id) => (id === "\0bare-imports" ? "export const __vitePreload = (load) => load();" : undefined),
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const wrapped = /\w+\(\(\)=>(import\(`[^`]+`\)(?:\.then\(\w+=>[\w.]+\))?),\[\]\)/g;
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(wrapped, "$1");
    },
  },
};

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

/** The files of a module of this build, with all that it imports, but without those of the program itself. */
function filesIn(bundle: Bundle) {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file : []));
  const closure = (found: (typeof chunks)[number] | undefined): string[] =>
    found
      ? [found.fileName, ...found.imports.flatMap((name) => closure(chunks.find(({ fileName }) => fileName === name)))]
      : [];
  const program = new Set(closure(chunks.find(({ isEntry }) => isEntry)));
  return (module: string): string[] => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/web/${module}`)));
    return [...new Set(closure(found))].filter((name) => !program.has(name));
  };
}

interface Screen {
  readonly path: string;
  readonly page: () => unknown;
  readonly loader?: () => unknown;
}
interface Table {
  readonly routes: readonly Screen[];
  readonly redirects: readonly { readonly path: string; readonly to: string }[];
}
// Not bundled into this file, or every page would be with it.
const { routes, redirects } = (await import(new URL("src/web/routes.ts", import.meta.url).href)) as Table;

/** The module that a route imports, within src/web. */
function moduleOf(load: (() => unknown) | undefined): string {
  const module = /import\("#web\/([^"]+)"\)/.exec(String(load))?.[1];
  if (module === undefined) throw new Error(`A route imports a module of src/web, and nothing else: ${String(load)}`);
  return module;
}

const home = routes.find(({ path }) => path === "/home");

/**
 * The page's frame is painted before the styles have come, which stand behind it. What the home page asks for comes with the program, not
 * after it; so do the letters, or a page that is there before them would move when they come.
 */
const early: Plugin = {
  name: "early",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const links = filesIn(bundle)(moduleOf(home?.loader)).map(
        (name) => `<link rel="modulepreload" crossorigin href="/${name}">`,
      );
      const letters = Object.keys(bundle).find((name) => name.includes("inter-latin-wght"));
      links.push(`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${letters}">`);
      const styles = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
      return styles
        .reduce((rest, style) => rest.replace(style, ""), html)
        .replace("</head>", `${links.join("")}</head>`)
        .replace('<div id="root">', `${styles.join("")}<div id="root">`);
    },
  },
};

/** Tells which files each route needs: to the server (http/files.ts) and to the program (shell/page-files.ts). */
const filesOfPages: Plugin = {
  name: "files-of-pages",
  generateBundle(_options, bundle) {
    const filesOf = filesIn(bundle);
    const ofHome = filesOf(moduleOf(home?.loader)); // every page has them
    const filesOfScreen = ({ loader, page }: Screen) =>
      [...(loader ? filesOf(moduleOf(loader)) : []), ...filesOf(moduleOf(page))].filter(
        (file) => !ofHome.includes(file),
      );
    const pages = Object.fromEntries(routes.map((screen) => [screen.path, [...new Set(filesOfScreen(screen))]]));
    for (const { path, to } of redirects) pages[path] = pages[to] ?? [];
    const told = JSON.stringify(pages);
    this.emitFile({ type: "asset", fileName: ".vite/pages.json", source: told });
    this.emitFile({ type: "asset", fileName: "pages.js", source: `export default ${told};` });
  },
};

/** The phone's entry is a build of its own, and then all is known that is in the pages: the desk shares no piece with it, and grows by nothing that the phone needs. */
const phone: Plugin = {
  name: "phone",
  apply: "build",
  closeBundle: async () => {
    await build(aisle);
    writeLicences("dist/web/licences.txt");
  },
};

export default defineConfig({
  root: "src/web",
  plugins: [bareImports, react(), tailwindcss(), knownProperties, early, filesOfPages, noteLicences(), phone],
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
    // every target knows modulepreload; which files a page needs is told by pages.js, not by the program
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // a page that works offline brings along what others load when they need it
      checks: { ineffectiveDynamicImport: false },
      output: {
        // the first load names every chunk: a hash is shorter than a name and a hash, and of few letters it is compressed
        chunkFileNames: "assets/[hash:7].js",
        hashCharacters: "hex",
        codeSplitting: {
          // several small pieces compress worse than one, and each is waited for: what every page needs, and what every other one does
          groups: [
            { name: "start", tags: ["$initial"], priority: 3 },
            // what is asked for while the first page's code is on its way is one piece, which comes with the program
            { name: "asked-at-home", test: /[\\/]home-loader\.ts$/, priority: 2.5 },
            { name: "asked", test: /-loader\.ts$/, priority: 2 },
            // but for lists, the choices and the library of forms, which pages near their budget do without
            {
              name: "often",
              test: /[\\/]src[\\/](?!.*[\\/]((select|combobox)\.tsx|use-(choice|send|actions)\.ts|refusal-texts\.ts|ui[\\/]table[\\/]))/,
              minShareCount: 18,
              priority: 1,
            },
            // or a form would load lists because of the cross that both draw
            { name: "icons", test: /[\\/]lucide[\\/]/, minShareCount: 2, priority: 0.7 },
            // over a slow network a visit waits for every file, however small: what is shared goes together, but for what listens to
            // the scanner as soon as it is there
            { name: "lists", test: /[\\/]src[\\/]web[\\/](lists|ui[\\/]table)[\\/]/, minShareCount: 3 },
            {
              name: "small",
              test: /[\\/](lucide|src[\\/](rules(?![\\/](billing|reports))|contract[\\/]calls(?![\\/](billing|reports|\w+[\\/](destruction-batches|retention|services|tours|copies)))|web[\\/](ui[\\/](button|page(?![\\/]bar-chart)|feedback[\\/](?!no-scans))|storage|shell[\\/]on-demand|basket[\\/](order-now|begun|basket-orderable|just))))/,
              minShareCount: 3,
              maxModuleSize: 6000,
            },
            {
              name: "leaves",
              test: /[\\/](useMutation|mutationObserver|src[\\/](contract[\\/](fields|calls[\\/](paper[\\/](?!printers)|destruction[\\/]retention))|web[\\/](range-search|ui[\\/](form[\\/](textarea|checkbox|file-input)|dialog[\\/](form|reason)|scan-dispatcher)|storage|detail-page|shelves[\\/](fill|last|place)|search-results[\\/](marked|found)|api|exports[\\/]export-button|outbox[\\/](refresh|scan-id|visit))))/,
              minShareCount: 2,
              maxModuleSize: 4000,
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
