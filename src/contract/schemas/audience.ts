import * as z from "zod/mini";
import { type Definition, definitionOf } from "#contract/schema-walk.ts";
import type { TokenScope } from "#rules/access/token-scopes.ts";

/** Content of the mark in the schema's metadata, and so in OpenAPI. */
const mark = { "x-audience": "staff", description: "For staff only" };

/**
 * A field of a reply that only staff see (specification 6). For everybody else the answer leaves it out, whatever the query
 * selected; so it is optional for whoever reads a reply. With `scope` a program needs that scope, too, to receive it.
 */
export function staff<S extends z.core.$ZodType>(schema: S, scope?: TokenScope): z.ZodMiniOptional<S> {
  const field = z.optional(schema);
  const description = `For staff only; a program needs the scope \`${scope}\``;
  z.globalRegistry.add(field, scope === undefined ? mark : { ...mark, "x-scope": scope, description });
  return field;
}

/** Says whether a field carries the mark. */
export const isForStaff = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.["x-audience"] === mark["x-audience"];

type IsHidden = (field: z.core.$ZodType) => boolean;

/** The reply without what is marked for staff. */
export const forCustomerUsers = (schema: z.core.$ZodType): z.core.$ZodType => without(schema, isForStaff);

/** The reply for a program of staff whose token has these scopes. */
export const forProgram = (schema: z.core.$ZodType, scopes: readonly TokenScope[]): z.core.$ZodType =>
  without(schema, (field) => {
    const wanted = z.globalRegistry.get(field)?.["x-scope"];
    return wanted !== undefined && !scopes.some((scope) => scope === wanted);
  });

/**
 * The same reply without some of its fields; the schema itself where there are none. Where nothing is left of an object that
 * may be null, it is null.
 *
 * @throws where a mark stands in a kind of schema that no reply has so far (a record, a tuple, a transformation)
 */
function without(schema: z.core.$ZodType, isHidden: IsHidden): z.core.$ZodType {
  const def = definitionOf(schema);
  if (def.type === "object") return objectWithout(schema, def.shape, isHidden);
  if (def.type === "array") return rebuilt(schema, [def.element, without(def.element, isHidden)], z.array);
  if (def.type === "optional") return rebuilt(schema, [def.innerType, without(def.innerType, isHidden)], z.optional);
  if (def.type === "nullable") return rebuilt(schema, [def.innerType, without(def.innerType, isHidden)], nothingIsNull);
  if (def.type === "union") {
    const options = def.options.map((option) => without(option, isHidden));
    return options.every((option, at) => option === def.options[at]) ? schema : z.union(options);
  }
  if (leaves.has(def.type)) return schema;
  if (JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "output" })).includes('"x-audience"'))
    throw new Error(`staff() stands inside of ${def.type}: say in contract/schemas/audience.ts how to leave it out.`);
  return schema;
}

/** Kinds that hold no other schema, most of a reply: to write each as JSON took a third of the server's assembly. */
const leaves: ReadonlySet<Definition["type"]> = new Set(["string", "number", "boolean", "enum", "literal", "unknown"]);

type Shape = Readonly<Record<string, z.core.$ZodType>>;

function objectWithout(schema: z.core.$ZodType, shape: Shape, isHidden: IsHidden): z.core.$ZodType {
  const visibleFields = Object.entries(shape).flatMap(([name, field]) =>
    isHidden(field) ? [] : [[name, without(field, isHidden)] as const],
  );
  const isWhole =
    visibleFields.length === Object.keys(shape).length && visibleFields.every(([name, field]) => field === shape[name]);
  return isWhole ? schema : z.object(Object.fromEntries(visibleFields));
}

function rebuilt(
  schema: z.core.$ZodType,
  inner: readonly [before: z.core.$ZodType, after: z.core.$ZodType],
  wrap: (inner: z.core.$ZodType) => z.core.$ZodType,
): z.core.$ZodType {
  const [before, after] = inner;
  return after === before ? schema : wrap(after);
}

const nothingIsNull = (inner: z.core.$ZodType) =>
  z.pipe(
    z.nullable(inner),
    z.transform((value: unknown) =>
      typeof value === "object" && value !== null && Object.keys(value).length === 0 ? null : value,
    ),
  );
