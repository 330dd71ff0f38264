import * as z from "zod/mini";
import { textLength } from "#contract/limits.ts";
import { visible } from "./texts.ts";

const seenText = z.string().check(visible, z.maxLength(textLength));
const seenValue = z.nullable(
  z.union([seenText, z.number(), z.boolean(), z.array(z.union([seenText, z.number()])).check(z.maxLength(1000))]),
);

/**
 * Field values that the editor of a thing saw, as they were answered (`before`). A value that somebody has changed since is refused. Any value is
 * accepted, because values older than today's rules are seen, too.
 */
export const seen = <Field extends string>(...fields: readonly Field[]) =>
  z.optional(
    z.object(
      Object.fromEntries(fields.map((field) => [field, z.optional(seenValue)])) as Record<
        Field,
        z.ZodMiniOptional<typeof seenValue>
      >,
    ),
  );
