import type * as z from "zod/mini";
import { fieldsOf, isOfNumbers, partsOf } from "#contract/schema-walk.ts";
import { otherNames, takesAnyParameter } from "#contract/other-names.ts";
import type { FullRoute } from "#contract/route.ts";
import { computeOffset, pageSize } from "#rules/lists/paging.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { nearestName } from "#rules/texts/nearest-name.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { badInput } from "#server/http/errors.ts";
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

const isPaged = (names: readonly string[]) => names.includes("limit") && names.includes("offset");

/**
 * A parameter that a call does not have would filter nothing, and answer what nobody asked for (decision 115).
 * @throws a 400 for the first ten of them, with the one that was probably meant
 */
export function refuseUnknownParameters(
  { query: schema, method, path }: Pick<FullRoute, "query" | "method" | "path">,
  query: Readonly<Record<string, unknown>>,
): void {
  if (takesAnyParameter.has(`${method} ${path}`)) return;
  const names = Object.keys(fieldsOf(schema));
  const known = new Set([
    ...names.flatMap((name) => [name, ...(otherNames[name] ?? [])]),
    ...(isPaged(names) ? ["page"] : []),
  ]);
  const unknown = Object.keys(query)
    .filter((name) => !known.has(name))
    .slice(0, 10);
  if (unknown.length === 0) return;
  const reasons = unknown.map((name) => [
    name.slice(0, 50),
    [refused.unknownParameter(nearestName(name.slice(0, 50), names), names)],
  ]);
  throw badInput(Object.fromEntries(reasons));
}

/**
 * Refuses parameters that are given twice, because they give two answers to one question. Such a parameter is repeated under one name, or differs
 * under a name and its alternative.
 * @throws a 400 for each such parameter
 */
export function refuseRepeated(schema: z.ZodMiniType | undefined, query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(fieldsOf(schema));
  const repeated = [...names, ...(isPaged(names) ? ["page"] : [])].filter((name) => {
    const said = [name, ...(otherNames[name] ?? [])].filter((each) => Object.hasOwn(query, each));
    return said.some((each) => Array.isArray(query[each])) || new Set(said.map((each) => query[each])).size > 1;
  });
  if (repeated.length > 0) throw badInput(Object.fromEntries(repeated.map((name) => [name, [invalid.range]])));
}

/** A page of the specification's lists, from 1 (specification 2), where no offset says which. @throws a 400 for `page` */
function withPage(query: Record<string, unknown>, fields: Readonly<Record<string, unknown>>) {
  const { page } = query;
  if (page === undefined || page === "" || fields["offset"] !== undefined) return fields;
  if (typeof page !== "string" || !/^[1-9]\d{0,5}$/.test(page)) throw badInput({ page: [invalid.range] });
  const { limit = pageSize } = fields;
  return typeof limit === "number" ? { ...fields, limit, offset: computeOffset(Number(page), limit) } : fields;
}

/**
 * A query string's values as the types that the schema expects: numbers and booleans come as text in a URL.
 * An empty value counts as absent; a repeated one was refused. A parameter may have its other name.
 */
export function typedQuery(query: Record<string, unknown>, schema: z.ZodMiniType | undefined) {
  const typedEntry = ([name, field]: [string, z.ZodMiniType]): [string, unknown][] => {
    const value = valueAtPath(query, name);
    return typeof value === "string" && value !== "" ? [[name, convert(value, innermost(field))]] : [];
  };
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(fieldsOf(schema)).flatMap(typedEntry),
  );
  return isPaged(Object.keys(fieldsOf(schema))) ? withPage(query, fields) : fields;
}
