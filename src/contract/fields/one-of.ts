import type * as z from "zod/mini";

const allowedValues = new WeakMap<object, readonly string[]>();

/**
 * Declares that a body has at least one of these optional fields. The call itself refuses other bodies in its own words; the description states the
 * rule.
 */
export function withOneOf<T extends z.ZodMiniType>(body: T, ...fields: readonly (keyof z.input<T> & string)[]): T {
  allowedValues.set(body, fields);
  return body;
}

/** Those fields; none where the body is complete with what it requires. */
export const oneOf = (body: object): readonly string[] => allowedValues.get(body) ?? [];
