import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

// docs/design.md says what each token is for. What app.css does not name is no class, and a literal beside it would be a second palette or a
// second scale.

const web = resolve(import.meta.dirname, "../../src/web");
const read = (file: string) => readFileSync(join(web, file), "utf8");
const sources = globSync("**/*.{ts,tsx,css,html,svg}", { cwd: web })
  .filter((file) => !file.endsWith(".test.ts"))
  .sort();

/** Names of the tokens of a kind that a style sheet makes: `text` has base, section, title, … */
const made = (sheet: string, kind: string) =>
  Array.from(read(sheet).matchAll(new RegExp(`^ *--${kind}-([a-z-]+):`, "gm")), ([, name = ""]) => name);
/** At the shelf there are the desk's tokens and a few more. */
const named = (kind: string, file = "") =>
  new Set([...made("app.css", kind), ...(file.startsWith("aisle/") ? made("aisle/lager.css", kind) : [])]);

/** Literals that stay, by file and literal, each with its reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "aisle/lager.html": {
    "#ffffff": "the frame is painted before the styles have come: surface, light",
    "#1a1e24": "the same: surface, dark",
    "#f6f7f9": "the same: page, light",
    "#13161b": "the same: page, dark",
  },
  "index.html": {
    "#ffffff": "the frame is painted before the styles have come: surface, light",
    "#1a1e24": "the same: surface, dark",
    "#f6f7f9": "the same: page, light",
    "#13161b": "the same: page, dark",
    "#dde2e8": "the same: line, light",
    "#303742": "the same: line, dark",
  },
  "aisle/public/icon.svg": {
    "#1f4fa8": "a file of its own, which sees no variable: accent-fill",
    "#fff": "the same: on-fill",
  },
  "public/favicon.svg": {
    "#1f4fa8": "a file of its own, which sees no variable: accent-fill",
    "#fff": "the same: on-fill",
  },
  "features/paper/labels/label-sheet.tsx": {
    "bg-[repeating-linear-gradient(135deg,var(--color-line)_0_1px,transparent_1px_6px)]":
      "hatches a label that is used up, out of a token",
  },
  "features/stock/overview/boxes-overview-page.tsx": {
    "bg-[color-mix(in_oklab,var(--tone-text)_50%,var(--tone-soft))]": "a bar between both colours of a state's tone",
  },
  "aisle/screens/wanted-box.tsx": {
    "[--text-plate:3.5rem]": "the one place that somebody walks to, read from further than any other",
    "[--text-plate--line-height:3.75rem]": "its line",
  },
  "features/destruction/batches/verify-page.tsx": { "text-code": "names no size at the desk and does nothing" },
  "features/home/stock-months-section.tsx": { "text-xs": "names no size and does nothing" },
  "shelves/place-looks.ts": {
    "text-[color-mix(in_oklab,var(--tone-text)_50%,var(--tone-soft))]":
      "a place between both colours of a state's tone",
  },
};

/** Lines of a file in which tokens are made, or whose colours belong to no page. */
const placesOfTokens: Readonly<Record<string, RegExp>> = {
  // the tokens, the tones of states, what dims the page behind a dialog, and the size below which iPhones zoom into a field
  "app.css": /^ *--(color|tone|shadow|text|radius)-.*;|rgb\(10 14 22 \/ 0\.45\)|^ {6}font-size: 1rem;/gm,
  "aisle/lager.css": /^ *--text-.*;|^ {4}font-size: 1rem;/gm, // as in app.css
};

const allowed = (file: string, literal: string) => exceptions[file]?.[literal] !== undefined;
const linesOf = (file: string) =>
  read(file)
    .replace(placesOfTokens[file] ?? /$^/, "")
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");

/** What matches in the sources and is no exception, with its file. */
const foundIn = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    Array.from(linesOf(file).matchAll(pattern), ([literal]) => literal)
      .filter((literal) => !allowed(file, literal))
      .map((literal) => `${file}: ${literal}`),
  );

const ofPrint = new Set(["print.css"]); // paper has its own measures: points and black
const screens = sources.filter((file) => !ofPrint.has(file));
const classes = screens.filter((file) => /\.tsx?$/.test(file));

describe("the tokens", () => {
  test("are one accent, one shadow, three radii, two weights and one scale of sizes", () => {
    expect([...named("shadow")]).toEqual(["pop"]);
    expect([...named("radius")]).toEqual(["sm", "md", "lg"]);
    expect([...named("font-weight")]).toEqual(["normal", "semibold"]);
    const sizes = [...named("text")].filter((name) => !name.endsWith("--line-height"));
    expect(sizes).toEqual(["base", "section", "title", "wanted", "plate"]);
    const accents = [...named("color")].filter((name) => name.startsWith("accent"));
    expect(accents).toEqual(["accent", "accent-soft", "accent-fill", "accent-fill-hover"]);
  });

  test("are the only colours", () => {
    const colour =
      /(?<![&\w/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w/-])|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\([^)]*\)/gi;
    expect(foundIn(screens, colour)).toEqual([]);
  });

  test("are not gone round by a class with a value of its own", () => {
    const literal =
      /(?<![\w-])(?:text|bg|border|rounded|shadow|font|fill|stroke|outline|ring|leading|tracking)-(?:\w+-)?\[[^\]\s"'`]+\]|\[--(?:text|color|radius|shadow)-[^\]\s"'`]+\]/g;
    expect(foundIn(classes, literal)).toEqual([]);
  });

  test("are not gone round by a style", () => {
    const style =
      /\b(?:font-?size|border-?radius|box-?shadow|text-?shadow|font-?family|font-?weight): *(?!var\(|initial|inherit)[^;,}\n]+/gi;
    const ofCss = /^(?:font-family: "Inter"|font-weight: (?:100 900|600)|box-shadow: inset 0 0 0 [12]px var\()/;
    expect(foundIn(screens, style).filter((found) => !ofCss.test(found.replace(/^[^:]+: /, "")))).toEqual([]);
  });

  test("are what classes of size, radius, shadow and weight name", () => {
    const wrong = (kind: string, prefix: string, more: readonly string[]) => {
      const pattern = new RegExp(
        String.raw`(?<=[\s"'\`:])${prefix}-(?!\[)([a-z0-9]+(?:-[a-z0-9]+)*)(?=[\s"'\`!])`,
        "g",
      );
      return classes.flatMap((file) =>
        Array.from(linesOf(file).matchAll(pattern), ([whole, name = ""]) => ({ whole, name }))
          .filter(({ name, whole }) => !named(kind, file).has(name) && !more.includes(name) && !allowed(file, whole))
          .map(({ whole }) => `${file}: ${whole}`),
      );
    };
    const aligned = [
      "left",
      "right",
      "center",
      "inherit",
      "link",
      "clip",
      "ellipsis",
      "wrap",
      "nowrap",
      "balance",
      "pretty",
    ];
    expect(wrong("text", "text", [...named("color"), "tone", "tone-soft", "transparent", ...aligned])).toEqual([]);
    expect(wrong("radius", "rounded", ["none", "t-sm", "tl-md", "tr-md", "b-md"])).toEqual([]);
    expect(wrong("shadow", "shadow", [])).toEqual([]);
    expect(wrong("font-weight", "font", ["sans"])).toEqual([]);
  });

  test("have no exception that nothing needs any more", () => {
    const idle = Object.entries(exceptions).flatMap(([file, literals]) =>
      Object.keys(literals)
        .filter((literal) => !read(file).includes(literal))
        .map((literal) => `${file}: ${literal}`),
    );
    expect(idle).toEqual([]);
  });
});

test("whoever wants no motion gets none: each transition and animation ends where that is asked for", () => {
  const css = read("app.css");
  const rule = /@media \(prefers-reduced-motion: reduce\) \{\s*\*,[^{]*\{([^}]*)\}/.exec(css)?.[1] ?? "";
  for (const line of ["transition: none !important", "animation: none !important"]) expect(rule).toContain(line);
  const moving = /(?<!over)scroll-behavior|\.animate\(|behavior: "smooth"|startViewTransition/g;
  expect(foundIn(screens, moving)).toEqual([]);
});
