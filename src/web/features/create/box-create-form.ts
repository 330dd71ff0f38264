import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import { day } from "#contract/fields/day.ts";
import { typedBoxAmount, typedBoxSize, typedStartNumber } from "#contract/fields/box.ts";
import { chosenId } from "#contract/fields/numbers.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { kept } from "#web/storage/kept.ts";

/** The rules of creating boxes (specification 5). */
export const boxCreateForm = z.object({
  owner: chosenId,
  start: typedStartNumber,
  amount: typedBoxAmount,
  size: typedBoxSize,
  retention_class: z.nullable(z.number()),
  begins: z.string().check(
    z.trim(),
    z.refine((typed) => typed === "" || day.safeParse(typed).success, invalid.range),
  ),
});
type Typed = z.input<typeof boxCreateForm>;

export const boxCreateDefaults: Typed = {
  owner: null,
  start: "0", // these three: specification 9
  amount: "1",
  size: "400",
  retention_class: null,
  begins: "",
};

/** What was begun outlives a reload. */
export const boxCreateDraft = kept("boxes-new", (value) =>
  typeof (value as Typed).amount === "string" ? { ...boxCreateDefaults, ...(value as Typed) } : undefined,
);
export type BoxCreateControl = Control<Typed, unknown, z.output<typeof boxCreateForm>>;
