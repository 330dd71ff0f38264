import * as z from "zod/mini";
import { type Definition, definitionOf, limitsOf } from "#contract/schema-walk.ts";

/** A reply with what its schema knows and nothing else. @throws where the value is not of the schema */
export type ReplyShape = (value: unknown) => unknown;

type NumberDefinition = Extract<Definition, { type: "number" }>;

/**
 * Builds the effect of a schema on a reply, once. `parse` gives the same result in seven times the time, because it makes a result for each value of
 * each row. Schemas that are unknown here are left to `parse`.
 */
export function replyShape(schema: z.core.$ZodType): ReplyShape {
  const def = definitionOf(schema);
  if (hasChecks(def)) return parsing(schema);
  if (def.type === "object") return objectShape(def.shape);
  if (def.type === "array") return arrayShape(replyShape(def.element));
  if (def.type === "tuple")
    return tupleShape(
      def.items.map((item) => replyShape(item)),
      def.rest && replyShape(def.rest),
    );
  if (def.type === "optional") return absent(undefined, replyShape(def.innerType));
  if (def.type === "nullable") return absent(null, replyShape(def.innerType));
  if (def.type === "string") return leaf(isText);
  if (def.type === "boolean") return leaf(isBoolean);
  if (def.type === "number") return leaf(within(def));
  if (def.type === "enum") return leaf(oneOf(Object.values(def.entries)));
  return parsing(schema);
}

const parsing =
  (schema: z.core.$ZodType): ReplyShape =>
  (value) =>
    z.parse(schema, value);

/** Says whether a schema checks for more than is checked here. An instant is written by the database, in one form. */
function hasChecks(def: Definition): boolean {
  if (def.type === "number" && "format" in def && def.format !== "safeint") return true;
  if (def.type === "number") return limitsOf(def).length < (def.checks?.length ?? 0);
  if (def.type === "string" && "format" in def && def.format !== "datetime") return true;
  return (def.checks?.length ?? 0) > 0;
}

type Test = (value: unknown) => boolean;

const leaf =
  (isIt: Test): ReplyShape =>
  (value) => {
    if (!isIt(value)) throw new TypeError(`A reply has ${String(value)} where its contract has something else.`);
    return value;
  };

const isText: Test = (value) => typeof value === "string";
const isBoolean: Test = (value) => typeof value === "boolean";
const oneOf = (values: readonly unknown[]): Test => {
  const valueSet = new Set(values);
  return (value) => valueSet.has(value);
};

function within(def: NumberDefinition): Test {
  const limits = (name: "greater_than" | "less_than") =>
    limitsOf(def).flatMap(({ check, value }) => (check === name ? [Number(value)] : []));
  const least = Math.max(...limits("greater_than"), Number.NEGATIVE_INFINITY);
  const most = Math.min(...limits("less_than"), Number.POSITIVE_INFINITY);
  const isIt = "format" in def ? Number.isSafeInteger : Number.isFinite;
  return (value) => isIt(value) && (value as number) >= least && (value as number) <= most;
}

const absent =
  (nothing: null | undefined, inner: ReplyShape): ReplyShape =>
  (value) =>
    value === nothing ? nothing : inner(value);

const arrayShape =
  (element: ReplyShape): ReplyShape =>
  (value) => {
    if (!Array.isArray(value)) throw new TypeError("A reply has no list where its contract has one.");
    return value.map((entry) => element(entry));
  };

/** `rest`: what stands behind the items, of which there may be none; null where nothing may. */
const tupleShape =
  (items: readonly ReplyShape[], rest: ReplyShape | null): ReplyShape =>
  (value) => {
    const isTuple = Array.isArray(value) && value.length >= items.length && (rest || value.length === items.length);
    if (!isTuple) throw new TypeError("A reply has no tuple where its contract has one.");
    return value.map((entry, at) => (items[at] ?? (rest as ReplyShape))(entry));
  };

function objectShape(shape: Readonly<Record<string, z.core.$ZodType>>): ReplyShape {
  const fields = Object.entries(shape).map(([name, field]) => [name, replyShape(field)] as const);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new TypeError("A reply has no object where its contract has one.");
    const shapes: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const entry = field((value as Record<string, unknown>)[name]);
      if (entry !== undefined) shapes[name] = entry;
    }
    return shapes;
  };
}
