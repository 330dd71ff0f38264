import { type TextRange, rangesOf } from "./spelling.ts";

/** Characters of a result: one line at the desk, and what stands around the first place. */
const longest = 160;
const around = 40;

/** A text as a result shows it: cut to what stands around the first place of the words, with all their places in it. */
export function excerptOf(text: string, words: readonly string[]): { title: string; highlight: TextRange[] } {
  const line = text.replace(/\s+/g, " ").trim();
  const ranges = rangesOf(line, words);
  if (line.length <= longest) return { title: line, highlight: ranges };
  const first = Math.max(0, Math.min((ranges[0]?.[0] ?? 0) - around, line.length - longest));
  const start = first === 0 ? 0 : line.indexOf(" ", first) + 1;
  const piece = line.slice(start, start + longest).replace(/[\ud800-\udbff]$/, "");
  const [before, after] = [start > 0 ? "… " : "", start + piece.length < line.length ? " …" : ""];
  const shift = before.length - start;
  const highlight = ranges.flatMap(([from, to]): TextRange[] =>
    from >= start && to <= start + piece.length ? [[from + shift, to + shift]] : [],
  );
  return { title: before + piece + after, highlight };
}
