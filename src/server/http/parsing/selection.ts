import type * as z from "zod/mini";
import { partsOf } from "#contract/schema-walk.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { badInput } from "#server/http/errors.ts";

/** A parsed field selection: each chosen field, and what of it. */
export type Selection = Map<string, Selection>;

const maxLength = 2000;

/**
 * Parses `{id,name,owner{code}}` (product 8).
 * @throws a 400 for `query` when it is malformed.
 */
export function parseSelection(text: string): Selection {
  const tokens =
    text.length > maxLength ? [] : (text.match(/[{},]|[^{},\s]+|\s+/g) ?? []).filter((token) => token.trim());
  let at = 0;
  const rejectRange = () => badInput({ query: [invalid.range] });
  const next = () => tokens[at++];
  const fields = (): Selection => {
    const selectedRanges: Selection = new Map();
    for (;;) {
      const name = next();
      if (!name || !/^\w+$/.test(name)) throw rejectRange();
      let mark = next();
      if (mark === "{") {
        selectedRanges.set(name, fields());
        mark = next();
      } else selectedRanges.set(name, new Map());
      if (mark === "}") return selectedRanges;
      if (mark !== ",") throw rejectRange();
    }
  };
  if (next() !== "{") throw rejectRange();
  const selection = fields();
  if (at !== tokens.length) throw rejectRange();
  return selection;
}

/** The fields of a schema below optional, nullable and array; null where it has none. */
function shapeOf(schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> | null {
  const { shape, innerType, element } = partsOf(schema);
  const inner = innerType ?? element;
  return shape ?? (inner ? shapeOf(inner) : null);
}

/** @throws a 400 for `query` when a chosen field is not one of the documented reply. */
export function checkSelection(selection: Selection, schema: z.ZodMiniType): void {
  const shape = shapeOf(schema);
  for (const [name, below] of selection) {
    const field = shape && Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) throw badInput({ query: [`${invalid.range}: ${name.slice(0, 50)}`] });
    if (below.size > 0) checkSelection(below, field);
  }
}

/** The chosen fields of a value; of each entry for a list. */
export function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((entry) => select(entry, selection));
  if (typeof value !== "object" || value === null || selection.size === 0) return value;
  const whole = value as Record<string, unknown>;
  const entries = [...selection].filter(([name]) => name in whole);
  return Object.fromEntries(entries.map(([name, below]) => [name, select(whole[name], below)]));
}
