import type * as z from "zod/mini";
import { partsOf } from "#contract/schema-walk.ts";

const nullableSchemas = new WeakSet<z.ZodMiniType>();

/** A field in which old clients say nothing by null or by an empty text (specification 3 and 7); everywhere else both are refused or mean what they say. */
export function orNothing<T extends z.ZodMiniType>(field: T): T {
  nullableSchemas.add(field);
  return field;
}

/** Says whether null and an empty text mean "nothing" in this field, however the field is wrapped. */
export function maySayNothing(field: z.ZodMiniType): boolean {
  const { innerType } = partsOf(field);
  return nullableSchemas.has(field) || (innerType !== undefined && maySayNothing(innerType));
}
