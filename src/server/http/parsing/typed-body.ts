import type * as z from "zod/mini";
import { maySayNothing } from "#contract/fields/nothing.ts";
import { numbersAsText, otherNames } from "#contract/other-names.ts";
import { fieldsOf, isOfNumbers, partsOf } from "#contract/schema-walk.ts";

type Fields = Readonly<Record<string, unknown>>;
export const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A body as the schema wants it (product 8): a number may come as text where the schema takes no text, and a field under its
 * other name. What fits nothing stays as it is, for the schema to refuse.
 */
export function typedBody(value: unknown, schema: z.ZodMiniType): unknown {
  const parts = partsOf(schema);
  const { type, shape, element, innerType, in: from, options } = parts;
  const inner = innerType ?? (type === "pipe" ? from : undefined);
  if (inner) return typedBody(value, inner);
  if (options) return typedUnion(value, options);
  if (shape && isRecord(value)) return typedFields(value, shape);
  if (element && Array.isArray(value)) return value.map((entry) => typedBody(entry, element));
  return isOfNumbers(parts) ? numberIn(value) : value;
}

const numberIn = (value: unknown) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value);

function typedUnion(value: unknown, options: readonly z.ZodMiniType[]): unknown {
  if (typeof value === "string" && options.some(takesText)) return value;
  return options.reduce((typed: unknown, option) => typedBody(typed, option), value);
}

/** An amount of money may come as a text, but an empty one is none. */
const isAmount = (field: z.ZodMiniType) => field.safeParse(0.01).success;

/** Says whether a field takes a text. */
export function takesText(schema: z.ZodMiniType): boolean {
  const { type, innerType, in: from, options } = partsOf(schema);
  const inner = innerType ?? from;
  if (inner) return takesText(inner);
  return options ? options.some(takesText) : type === "string";
}

/** An alternative that its literals distinguish leaves the others' alone. */
function typedFields(value: Fields, shape: Readonly<Record<string, z.ZodMiniType>>): Fields {
  const fields = Object.entries(shape);
  const isOther = fields.some(([name, field]) => partsOf(field).values?.includes(value[name]) === false);
  if (isOther) return value;
  const convertedFields = fields.flatMap(([name, field]): [string, unknown][] => {
    const fieldValue = valueAtPath(value, name);
    return fieldValue === undefined ? [] : [[name, typedBody(meantBy(fieldValue, name, field), field)]];
  });
  return { ...value, ...Object.fromEntries(convertedFields) };
}

/** Returns the value that an old client means by null, by an empty text, or by a number where the specification has one. */
function meantBy(given: unknown, name: string, field: z.ZodMiniType): unknown {
  if (typeof given === "number" && numbersAsText.has(name)) return String(given);
  if ((given !== null && given !== "") || !maySayNothing(field)) return given;
  return takesNull(field) ? null : "";
}

/**
 * A body of a call of specification 7 without the optional fields that say nothing: null where it means nothing there, an empty text where none is
 * wanted. An empty text in a text means what it says.
 */
export function withoutNothing(body: unknown, schema: z.ZodMiniType): unknown {
  if (!isRecord(body)) return body;
  const fields = fieldsOf(schema);
  const saysNothing = ([name, value]: [string, unknown]) => {
    const field = fields[name];
    if ((value !== null && value !== "") || field === undefined || maySayNothing(field)) return false;
    return (
      field.safeParse(undefined).success && (value === null ? !takesNull(field) : !takesText(field) || isAmount(field))
    );
  };
  return Object.fromEntries(Object.entries(body).filter((entry) => !saysNothing(entry)));
}

function takesNull(schema: z.ZodMiniType): boolean {
  const { type, innerType } = partsOf(schema);
  return type === "nullable" || (innerType !== undefined && takesNull(innerType));
}

/** Returns the value of a field under its own or another name; undefined where it has none. */
export function valueAtPath(fields: Fields, name: string): unknown {
  const said = [name, ...(otherNames[name] ?? [])].find((each) => Object.hasOwn(fields, each));
  return said === undefined ? undefined : fields[said];
}
