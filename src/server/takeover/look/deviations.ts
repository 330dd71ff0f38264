import type * as z from "zod/mini";
import { fieldsOf, partsOf } from "#contract/schema-walk.ts";
import type { FieldNames } from "./specified-shapes.ts";

type JsonType = "string" | "number" | "boolean" | "object" | "array" | "null";

/** In what an answer differs from specification 3. */
export interface Deviation {
  /** `content.state` is the state of each content. */
  readonly field: string;
  /** A type is reported as what there is and what there should be. */
  readonly what: "missing" | "extra" | { readonly is: JsonType; readonly not: readonly JsonType[] };
}

const typeOf = (value: unknown): JsonType => {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonType);
};

/** Fields that name another thing, by its id or as an object: specification 3 leaves it open. */
const references: ReadonlySet<string> = new Set(["owner", "area", "row", "customer", "box"]);

/** The types that a schema takes. */
function typesOf(schema: z.ZodMiniType): JsonType[] {
  const { type, innerType, in: begin, options = [], entries, values = [] } = partsOf(schema);
  if (type === "nullable" && innerType) return ["null", ...typesOf(innerType)];
  if (innerType ?? begin) return typesOf((innerType ?? begin) as z.ZodMiniType);
  if (type === "union") return options.flatMap(typesOf);
  if (type === "enum") return [typeof Object.values(entries ?? {})[0] === "number" ? "number" : "string"];
  if (type === "literal") return values.map(typeOf);
  if (type === "int") return ["number"];
  return [type as JsonType];
}

/** The schema without what makes it optional, nullable or a list. */
function within(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType, element } = partsOf(schema);
  const inner = innerType ?? (type === "array" ? element : undefined);
  return inner ? within(inner) : schema;
}

/**
 * In what an object differs from the names that specification 3 gives its fields, and from our schema of it, which knows more fields: what
 * neither knows is extra.
 */
export function deviationsOf(object: object, names: FieldNames, schema: z.ZodMiniType, path = ""): Deviation[] {
  const known = fieldsOf(schema);
  const missing = Object.keys(names).filter((name) => !(name in object));
  const extra = Object.keys(object).filter((name) => !(name in names) && !(name in known) && !references.has(name));
  const deviations: Deviation[] = [
    ...missing.map((name) => ({ field: path + name, what: "missing" as const })),
    ...extra.map((name) => ({ field: path + name, what: "extra" as const })),
  ];
  for (const [name, value] of Object.entries(object)) {
    const field = known[name];
    const below = names[name];
    if (!field || below === undefined) continue;
    const [is, not] = [typeOf(value), typesOf(field)];
    if (!not.includes(is) && !references.has(name)) deviations.push({ field: path + name, what: { is, not } });
    if (below !== null) deviations.push(...ofEntries(value, below, within(field), `${path}${name}.`));
  }
  return deviations;
}

function ofEntries(value: unknown, names: FieldNames, schema: z.ZodMiniType, path: string): Deviation[] {
  const entries = (Array.isArray(value) ? value : [value]).filter((entry) => typeOf(entry) === "object") as object[];
  return entries.flatMap((entry) => deviationsOf(entry, names, schema, path));
}
