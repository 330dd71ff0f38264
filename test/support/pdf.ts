import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Documents are read back with the tools that people and archives use (poppler, qpdf), not with the library that made them.

/** Its text as a person would read it, the columns kept apart by blanks. */
export function textOf(pdf: Buffer): string {
  return read(pdf, "pdftotext", (file) => ["-layout", file, "-"]);
}

/** The text of each page. */
export function pagesOf(pdf: Buffer): string[] {
  return textOf(pdf).split("\f").slice(0, -1);
}

/** Its fonts, and whether each is embedded. */
export function fontsOf(pdf: Buffer): { name: string; embedded: boolean }[] {
  const rows = read(pdf, "pdffonts", (file) => [file])
    .split("\n")
    .slice(2, -1);
  return rows.map((row) => ({ name: row.split(" ", 1)[0] ?? "", embedded: / yes +yes +yes /.test(row) }));
}

/** Returns pdfinfo's report on a PDF by name: `Title`, `Author`, `Pages`, `Page size`. */
export function infoOf(pdf: Buffer): Record<string, string> {
  const lines = read(pdf, "pdfinfo", (file) => [file]).split("\n");
  return Object.fromEntries(lines.map((line) => [line.split(":", 1)[0], line.replace(/^[^:]*:\s*/, "")]));
}

/** The metadata packet, XML. */
export function metadataOf(pdf: Buffer): string {
  return read(pdf, "pdfinfo", (file) => ["-meta", file]);
}

/** Throws where the file is damaged in any way. */
export function expectSound(pdf: Buffer): void {
  read(pdf, "qpdf", (file) => ["--check", file]);
}

/** Returns the texts that a reader of bar codes finds on all pages, printed with 200 dots an inch, black or white. */
export function barcodesOf(pdf: Buffer): string[] {
  return withFile(pdf, (file, folder) => {
    execFileSync("pdftoppm", ["-mono", "-r", "200", file, join(folder, "page")]);
    const pages = readdirSync(folder).filter((name) => name.endsWith(".pbm"));
    const only = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Scode128.enable", "-Sx-density=0"];
    const found = execFileSync("zbarimg", [...only, ...pages], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    return found.trimEnd().split("\n").sort();
  });
}

/** Runs one of those tools on the file and gives its output; throws where it complains. */
export function read(pdf: Buffer, tool: string, args: (file: string) => string[]): string {
  return withFile(pdf, (file) =>
    execFileSync(tool, args(file), { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** The document as a file in a folder of its own, as long as it is used. */
export function withFile<Result>(pdf: Buffer, use: (file: string, folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "magazin-pdf-"));
  try {
    const file = join(folder, "document.pdf");
    writeFileSync(file, pdf);
    return use(file, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
