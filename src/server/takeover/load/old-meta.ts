import type { HistoryMeta } from "#rules/stock/history.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isEnd = (value: unknown) => value === null || isText(value) || isNumber(value);

/** Values from which the sentences of entries are made, each with the check that it must pass. */
const fits: Readonly<Partial<Record<keyof HistoryMeta, (value: unknown) => boolean>>> = {
  area: isText,
  row: isNumber,
  part: isNumber,
  height: isNumber,
  from: isEnd,
  to: isEnd,
  delivery: isNumber,
  content: isText,
};
const ofPlace = ["area", "row", "part", "height"] as const;

/** The meta data of an old entry as the sentences of entries read them, and the rest as it was answered; null where there is none. */
export function splitMeta(meta: Readonly<Record<string, unknown>> | null): {
  readonly meta: HistoryMeta | null;
  readonly rest: Readonly<Record<string, unknown>> | null;
} {
  const all = Object.entries(meta ?? {});
  const isKnown = ([key, value]: readonly [string, unknown]) => fits[key as keyof HistoryMeta]?.(value) ?? false;
  let known = all.filter(isKnown);
  const names = new Set(known.map(([key]) => key));
  // a place is read as a whole or not at all
  if (!ofPlace.every((key) => names.has(key)))
    known = known.filter(([key]) => !(ofPlace as readonly string[]).includes(key));
  const kept = new Set(known.map(([key]) => key));
  const rest = all.filter(([key]) => !kept.has(key));
  return {
    meta: known.length > 0 ? Object.fromEntries(known) : null,
    rest: rest.length > 0 ? Object.fromEntries(rest) : null,
  };
}
