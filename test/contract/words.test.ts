import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = ["src/web", "src/rules", "src/server", "src/contract/lists", "src/contract/sheets"];

/** The specification's own texts, and what people may type into a search, whatever we call it. */
const allowed: readonly (readonly [file: string, form: string])[] = [
  ["src/rules/texts/done-texts.ts", "Meta Daten"],
  ["src/web/features/customers/customers/customer-data.tsx", "Meta-Daten"],
  ["src/web/features/customers/customers/customer-data.tsx", "Meter"],
  ["src/web/features/access/users/user-page.tsx", "Meta-Daten"],
  ["src/rules/billing/items.ts", "Meter"], // what a price is for, as the specification has it
  ["src/web/shell/commands/commands.ts", "Zustand"],
  ["src/web/shell/commands/screen-words.ts", "Benutzer"],
  ["src/web/shell/commands/screen-words.ts", "Mitarbeiter"],
  ["src/server/features/access/users/mutations.ts", "Administrator"], // the last name of the first account
];

/** The forms that are not used, of the table of words. */
function formsNotUsed(): string[] {
  const [, section = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n## Words\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return rows.flatMap((row) =>
    Array.from((row.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g), ([, form = ""]) => form),
  );
}

/** A source with blanks for its comments: a comment may cite whatever it likes. */
const withoutComments = (source: string) =>
  source.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, " "));

const escaped = (form: string) => form.replace(/[.()]/g, "\\$&");
const patternOf = (form: string) => new RegExp(`(?<!\\p{L}|Laufende )${escaped(form)}(?!\\p{L})`, "u");

/** Where the texts of a file use a form that is not used. */
function usesIn(file: string, source: string, forms: readonly string[]): string[] {
  const lines = withoutComments(source).split("\n");
  const banned = [...new Set(forms)]
    .filter((form) => source.includes(form) && !allowed.some(([place, one]) => place === file && one === form))
    .map((form) => [form, patternOf(form)] as const);
  return lines.flatMap((line, index) =>
    banned.filter(([, pattern]) => pattern.test(line)).map(([form]) => `${file}:${index + 1}: ${form}`),
  );
}

test("every text calls a thing as the table of words does", () => {
  const files = globSync(
    sources.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(800);
  const forms = formsNotUsed();
  expect(forms.length).toBeGreaterThan(20);
  expect(files.flatMap((file) => usesIn(file, readFileSync(join(root, file), "utf8"), forms))).toEqual([]);
});

test("a form that is not used is found in strings, templates and texts of screens, and not in comments or other words", () => {
  const source = [
    'const label = "Zustand";',
    "// Zustand",
    "<p>",
    "  Der Zustand der Box",
    "</p>",
    "const unit = `${metres} Meter`;",
    'const whole = "Laufende Meter";',
    'const price = "Meterpreis";',
    'const file = "Beleg (PDF)";',
  ].join("\n");
  const found = usesIn("some.tsx", source, formsNotUsed());
  expect(found).toEqual(["some.tsx:1: Zustand", "some.tsx:4: Zustand", "some.tsx:6: Meter", "some.tsx:9: (PDF)"]);
});

test("what is allowed is still there", () => {
  for (const [file, form] of allowed) expect(readFileSync(join(root, file), "utf8"), file).toContain(form);
});

test("a screen beyond the specification says under its title what it is for", () => {
  const pages = [
    "stock/areas/area-map-page",
    "deliveries/returns/return-create-page",
    "deliveries/deliveries/delivery-plan-page",
    "deliveries/collect/collect-page",
    "paper/labels/row-labels-page",
    "destruction/retention/retention-page",
    "destruction/holds/hold-list-page",
    "stocktake/stocktakes/stocktake-list-page",
    "stocktake/cases/case-list-page",
    "exchange/imports/import-list-page",
    "access/audit/audit-list-page",
    "access/seals/seal-list-page",
  ];
  for (const page of pages)
    expect(readFileSync(join(root, `src/web/features/${page}.tsx`), "utf8"), page).toMatch(
      /<PageHead[^]*? about="[^"]{20,}\."/,
    );
});
