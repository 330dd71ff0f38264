import * as z from "zod/mini";
import { type Definition, definitionOf } from "#contract/schema-walk.ts";

/** What the mark says in the schema's metadata, and so in OpenAPI. */
const mark = { "x-audience": "staff", description: "For staff only" };

/**
 * A field of a reply that only staff see (specification 6). For everybody else the answer leaves it out, whatever the query
 * selected; so it is optional for whoever reads a reply.
 */
export function staff<S extends z.core.$ZodType>(schema: S): z.ZodMiniOptional<S> {
  const field = z.optional(schema);
  z.globalRegistry.add(field, mark);
  return field;
}

/** Whether a field carries the mark. */
export const isForStaff = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.["x-audience"] === mark["x-audience"];

/**
 * The same reply without what is marked for staff; the schema itself where nothing is. Where nothing is left of an object that
 * may be null, it is null.
 *
 * @throws where a mark stands in a kind of schema that no reply has so far (a record, a tuple, a transformation)
 */
export function forCustomerUsers(schema: z.core.$ZodType): z.core.$ZodType {
  const def = definitionOf(schema);
  if (def.type === "object") return objectForCustomerUsers(schema, def.shape);
  if (def.type === "array") return rebuilt(schema, def.element, z.array);
  if (def.type === "optional") return rebuilt(schema, def.innerType, z.optional);
  if (def.type === "nullable") return rebuilt(schema, def.innerType, nothingIsNull);
  if (def.type === "union") {
    const options = def.options.map(forCustomerUsers);
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

function objectForCustomerUsers(schema: z.core.$ZodType, shape: Shape): z.core.$ZodType {
  const visibleFields = Object.entries(shape).flatMap(([name, field]) =>
    isForStaff(field) ? [] : [[name, forCustomerUsers(field)] as const],
  );
  const isWhole =
    visibleFields.length === Object.keys(shape).length && visibleFields.every(([name, field]) => field === shape[name]);
  return isWhole ? schema : z.object(Object.fromEntries(visibleFields));
}

function rebuilt(
  schema: z.core.$ZodType,
  inner: z.core.$ZodType,
  wrap: (inner: z.core.$ZodType) => z.core.$ZodType,
): z.core.$ZodType {
  const innerSchema = forCustomerUsers(inner);
  return innerSchema === inner ? schema : wrap(innerSchema);
}

const nothingIsNull = (inner: z.core.$ZodType) =>
  z.pipe(
    z.nullable(inner),
    z.transform((value: unknown) =>
      typeof value === "object" && value !== null && Object.keys(value).length === 0 ? null : value,
    ),
  );
