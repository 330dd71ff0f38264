import * as z from "zod/mini";
import { all, namedShapes } from "#contract/all.ts";
import { namedAfter, nameOfReply } from "#contract/example-replies.ts";
import { definitionOf } from "#contract/schema-walk.ts";
import { day } from "#contract/fields/day.ts";
import { oneOf } from "#contract/fields/one-of.ts";
import { count, id } from "#contract/schemas/shapes.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState, contentStateText } from "#rules/stock/content-state.ts";
import { DeliveryKind, deliveryKindText, DeliveryState, deliveryStateText } from "#rules/deliveries/delivery-state.ts";

type Json = Readonly<Record<string, unknown>>;
type NamedSchema = readonly [name: string, shape: z.core.$ZodType];

const prefix = "#/components/schemas/";
/** A reference to a named schema. */
export const reference = (name: string) => ({ $ref: prefix + name });
/** States, with their German words. */
const states = [
  ["BoxState", BoxState, boxStateText],
  ["ContentState", ContentState, contentStateText],
  ["DeliveryState", DeliveryState, deliveryStateText],
  ["DeliveryKind", DeliveryKind, deliveryKindText],
] as const;

/** Schemas that occur inside many shapes and are recognised by their form. */
const parts: readonly NamedSchema[] = [
  ["CustomerReference", z.object({ id, code: count, name: z.string() })],
  ["Person", z.object({ first_name: z.string(), last_name: z.string() })],
  ...namedShapes,
];
const partNames = new Map(parts.map(([name, shape]) => [JSON.stringify(schemaOf(shape, "output")), name]));

function wordsOf(texts: Readonly<Record<number, string>>): string {
  const words = Object.entries(texts).map(([state, text]) => `${state} ${text}`);
  return words.join(", ");
}

/**
 * Tidies the output of zod: removes everything that only says how zod checks. Opens objects to fields that may come, because callers pass over what
 * they do not know. Alternatives that allow anything are those that are refused.
 */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) =>
      !key.startsWith("$s") &&
      key !== "$id" &&
      key !== "additionalProperties" &&
      Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER &&
      !(key === "pattern" && "format" in node),
  );
  const clean: Record<string, unknown> = Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)]));
  const { anyOf } = clean as { anyOf?: object[] };
  const alternatives = anyOf?.filter((alternative) => Object.keys(alternative).length > 0);
  if (alternatives?.length === 1) return alternatives[0];
  return alternatives ? { ...clean, anyOf: alternatives } : clean;
}

/** States by their names, days as such, and of fields of which one is sent that it is one of them. */
function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: Record<string, unknown>;
}): void {
  const def = definitionOf(zodSchema);
  const state = def.type === "enum" && states.find(([, values]) => values === def.entries);
  if (zodSchema === day) jsonSchema["format"] = "date";
  const choices = oneOf(zodSchema);
  if (choices.length > 0) {
    jsonSchema["description"] = `At least one of ${choices.join(", ")} is sent.`;
    jsonSchema["anyOf"] = choices.map((name) => ({ required: [name] }));
  }
  if (!state) return;
  delete jsonSchema["type"];
  delete jsonSchema["enum"];
  Object.assign(jsonSchema, reference(state[0]));
}

/** A schema of its own, which refers to states only. */
export function schemaOf(shape: z.core.$ZodType, io: "input" | "output"): Json {
  return tidy(z.toJSONSchema(shape, { io, unrepresentable: "any", override })) as Json;
}

/** A schema with references in place of its parts. */
function withParts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(partOrWhole);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, partOrWhole(value)]));
}

function partOrWhole(node: unknown): unknown {
  const name = partNames.get(JSON.stringify(node));
  return name ? reference(name) : withParts(node);
}

/** Shapes as JSON by their names, with all that they refer to; of two of one name the first. */
function describe(io: "input" | "output", roots: readonly NamedSchema[]): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const usedNames = new Set<string>();
  for (const [name, shape] of [...parts, ...roots]) {
    if (!usedNames.has(name)) registry.add(shape, { id: name });
    usedNames.add(name);
  }
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: "any", override, uri: (name) => prefix + name });
  const result: Record<string, Json> = {};
  const take = (name: string) => {
    if (result[name]) return;
    const schema = (result[name] = withParts(tidy(schemas[name])) as Json);
    for (const [, other = ""] of JSON.stringify(schema).matchAll(new RegExp(`"${prefix}(\\w+)"`, "g")))
      if (other in schemas) take(other);
  };
  for (const [name] of roots) take(name);
  return result;
}

const calls = Object.entries(all);
const replies = calls.flatMap(([call, { reply }]): NamedSchema[] =>
  typeof reply === "object" && reply !== null ? [[nameOfReply(call, reply), reply]] : [],
);
const bodies = calls.flatMap(([call, { body, multipart }]): NamedSchema[] =>
  body && !multipart ? [[namedAfter(call, "Body"), body]] : [],
);

/** Every schema by its name: states, bodies, replies and what is in them. */
export const openapiSchemas: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    states.map(([name, values, texts]) => [
      name,
      { type: "integer", enum: Object.values(values), description: wordsOf(texts) },
    ]),
  ),
  ...describe("input", bodies),
  ...describe("output", replies),
};

/** A reference to what a call is sent with. */
export const bodyOf = (call: string) => reference(namedAfter(call, "Body"));
