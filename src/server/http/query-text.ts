import type * as z from "zod/mini";
import { valueAtPath } from "./typed-body.ts";

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodMiniType>;
  readonly innerType?: z.ZodMiniType;
  readonly entries?: Record<string, unknown>;
}

const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition;

function innermost(schema: z.ZodMiniType): Definition {
  const definition = definitionOf(schema);
  return definition.innerType ? innermost(definition.innerType) : definition;
}

function convert(text: string, { type, entries }: Definition): unknown {
  const numeric =
    type === "number" || (type === "enum" && Object.values(entries ?? {}).every((entry) => typeof entry === "number"));
  if (numeric) return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (type === "boolean") return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  return text;
}

/**
 * A query string's values as the types that the schema expects: numbers and booleans come as text in a URL.
 * An empty value counts as absent; of a repeated one the last counts. A parameter may have its other name.
 */
export function typedQuery(query: Record<string, unknown>, schema: z.ZodMiniType): Record<string, unknown> {
  const shape = definitionOf(schema).shape ?? {};
  const typedEntry = ([name, field]: [string, z.ZodMiniType]): [string, unknown][] => {
    const value = valueAtPath(query, name);
    const text: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof text === "string" && text !== "" ? [[name, convert(text, innermost(field))]] : [];
  };
  return Object.fromEntries(Object.entries(shape).flatMap(typedEntry));
}
