import * as z from "zod/mini";

/** The part of a JSON schema that says which values fit. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

export const jsonSchemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** A field of a body, however deep, and what the contract says about it. */
export interface Field {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** The alternatives of a schema; of those that a field distinguishes only the first, which the examples are of. */
function alternativesOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  const alternatives = anyOf ?? oneOf ?? [];
  const isDiscriminated = ({ properties }: JsonSchema) =>
    Object.values(properties ?? {}).some((field) => field.const !== undefined);
  return alternatives.every(isDiscriminated) ? alternatives.slice(0, 1) : alternatives;
}

/** Every field below a schema, those of array entries and alternatives too. */
export function fieldsOf(schema: JsonSchema, path: Field["path"] = []): Field[] {
  const own = path.length > 0 ? [{ path, schema }] : [];
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, [...path, name]),
  );
  const entry = schema.items ? fieldsOf(schema.items, [...path, 0]) : [];
  const alternatives = alternativesOf(schema).flatMap((each) =>
    fieldsOf(each, path).filter((field) => field.path.length > path.length),
  );
  return [...own, ...properties, ...entry, ...alternatives];
}

const kindOf = (value: unknown) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
};

/** Says whether a value is of a type that the schema knows at all, a number also as text. Conditions beyond the type are not asked. */
export function isOfType(schema: JsonSchema, value: unknown): boolean {
  if (typeof value === "string" && /^-?\d{1,15}$/.test(value) && isOfType(schema, Number(value))) return true;
  const { type, enum: entries } = schema;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.some((each) => isOfType(each, value));
  if (schema.const !== undefined) return schema.const === value;
  if (entries) return entries.includes(value);
  const kind = kindOf(value);
  const known = [type ?? kind].flat();
  return known.includes(kind) || (known.includes("number") && kind === "integer");
}

/** Stands for a number that JSON can say and no computer can hold. */
const huge = "@@1e400@@";

/** JSON text, with a number that `JSON.stringify` cannot write. */
export const jsonOf = (value: unknown) => JSON.stringify(value).replaceAll(`"${huge}"`, "1e400");

/** Values that nobody should send. */
export const hostileValues: readonly unknown[] = [
  null,
  "",
  " ",
  "1e1",
  "x",
  0,
  -1,
  1.5,
  -0.0001,
  2 ** 31,
  2 ** 53,
  1e21,
  huge,
  true,
  [],
  {},
  [null],
  [[]],
  { id: null },
  { id: "0x1" },
  { id: 2 ** 31 },
  "\0",
  "a\0b",
  "a NUL \0 inside",
  "\ud800",
  "\u202e",
  "%' or 1=1 --",
  "9".repeat(30),
  "a".repeat(5000),
  "\u00e4".repeat(5000),
  "2026-02-30",
  "00000000-0000-0000-0000-00000000000g",
];

/** A copy of `body` with one field replaced. */
export function withValue(body: unknown, path: Field["path"], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === "number") return [withValue(Array.isArray(body) ? body[key] : undefined, rest, value)];
  const whole = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
  return { ...whole, [key]: withValue(whole[key as keyof typeof whole], rest, value) };
}

/** Texts that nobody should write into a URL's query. */
export const hostileTexts: readonly string[] = [
  "abc",
  "-1",
  "0",
  "1.5",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "null",
  "true",
  " 1",
  "1 ",
  "\u0661",
  "2147483648",
  "9".repeat(16),
  "9".repeat(30),
  "\0",
  "a\0b",
  "a".repeat(5000),
  "%",
  "\\",
  "_",
  "'; drop table boxes; --",
  "[]",
  "{}",
  "\ud83d\ude00",
  "__proto__",
];
