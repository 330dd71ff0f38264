import * as z from "zod/mini";
import type { assignRetention } from "#contract/calls/destruction/retention.ts";
import { day } from "#contract/fields/day.ts";
import { text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { RequestBody } from "#contract/route.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";

const maybeDay = z.string().check(
  z.trim(),
  z.refine((typed) => typed === "" || day.safeParse(typed).success, invalid.range),
);

/** The rules of what is said of boxes: a class and from when it counts, or a day instead, with the reason. */
export const keptForm = z
  .object({ retention_class: z.nullable(z.number()), begins: maybeDay, until: maybeDay, reason: text(nameLength) })
  .check(
    z.refine(({ until, reason }) => until === "" || reason !== "", {
      path: ["reason"],
      error: refused.reasonMissing.message,
    }),
  );
export type TypedKept = z.input<typeof keptForm>;

export const nothingKept: TypedKept = { retention_class: null, begins: "", until: "", reason: "" };

type RetentionChange = Omit<RequestBody<typeof assignRetention>, "customer" | "boxes" | "from" | "to">;

/** Returns the values that differ from those that were there; an emptied field is taken away. */
export function retentionChanges(valid: z.output<typeof keptForm>, old: TypedKept): RetentionChange {
  const orNull = (typed: string) => (typed === "" ? null : typed);
  const isOther = (key: keyof TypedKept) => valid[key] !== old[key];
  return {
    ...(isOther("retention_class") && { retention_class: valid.retention_class }),
    ...(isOther("begins") && { begins: orNull(valid.begins) }),
    ...((isOther("until") || isOther("reason")) && { until: orNull(valid.until), reason: valid.reason }),
  };
}
