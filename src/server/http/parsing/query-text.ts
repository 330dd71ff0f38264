import type * as z from "zod/mini";
import { fieldsOf, isOfNumbers, partsOf } from "#contract/schema-walk.ts";
import { valueAtPath } from "./typed-body.ts";

function innermost(schema: z.ZodMiniType): ReturnType<typeof partsOf> {
  const parts = partsOf(schema);
  return parts.innerType ? innermost(parts.innerType) : parts;
}

function convert(text: string, parts: ReturnType<typeof partsOf>): unknown {
  if (isOfNumbers(parts)) return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (parts.type === "boolean") return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  return text;
}

/**
 * A query string's values as the types that the schema expects: numbers and booleans come as text in a URL.
 * An empty value counts as absent; of a repeated one the last counts. A parameter may have its other name.
 */
export function typedQuery(query: Record<string, unknown>, schema: z.ZodMiniType | undefined) {
  const typedEntry = ([name, field]: [string, z.ZodMiniType]): [string, unknown][] => {
    const value = valueAtPath(query, name);
    const text: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof text === "string" && text !== "" ? [[name, convert(text, innermost(field))]] : [];
  };
  return Object.fromEntries(Object.entries(fieldsOf(schema)).flatMap(typedEntry));
}
