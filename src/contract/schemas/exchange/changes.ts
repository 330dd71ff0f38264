import * as z from "zod/mini";
import { integer } from "#contract/fields/numbers.ts";
import { maxChanges } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, selection } from "#contract/schemas/shapes.ts";
import { objectKinds, restartCodes } from "#rules/exchange/object-kinds.ts";
import { invalid } from "#rules/texts/form-texts.ts";

const kind = objectKinds.join("|");
/** Kinds as `box,delivery`. */
export const kindList = z.string().check(z.regex(new RegExp(`^(?:${kind})(?:,(?:${kind})){0,19}$`), invalid.range));
/** As an answer before said it. */
const cursor = z.string().check(z.regex(/^c\d{1,3}-[0-9a-f]{12}-[\w-]{20,200}$/, invalid.range));

/** Object that changed, without any of its contents. */
export const Change = z.object({
  kind: z.enum(objectKinds),
  id,
  /** Grows with every change of the object. */
  version: count,
  deleted: z.boolean(),
});
export type Change = z.infer<typeof Change>;

const Changes = z.object({
  changes: z.array(Change),
  /** The cursor to ask with next. */
  next: z.string(),
  /** True where there are more changes already. */
  more: z.boolean(),
  /** The cursor cannot be gone on with: everything is to be read by the lists, and then what changed since `next`. */
  full: z.boolean(),
  /** Why. */
  code: z.nullable(z.enum(restartCodes)),
});
export type Changes = z.infer<typeof Changes>;

export const listChanges = {
  summary: "Tell which objects changed since a cursor, in the order in which they did; without one, where to begin",
  scope: "read",
  query: z.object({
    since: z.optional(cursor),
    kinds: z.optional(kindList),
    limit: z.optional(integer(1, maxChanges)),
    ...selection,
  }),
  reply: Changes,
} as const satisfies Shapes;
