import type { ReactNode } from "react";

type MarkedProps = { text: string; ranges: readonly (readonly number[])[] };

/** A text in which is marked what was looked for. */
export function MarkedText({ text, ranges }: MarkedProps) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from = 0, to = 0] of ranges) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="tone-amber rounded-sm bg-tone-soft text-tone">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
