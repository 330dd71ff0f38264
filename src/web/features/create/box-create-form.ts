import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import { typedBoxAmount, typedBoxSize, typedStartNumber } from "#contract/fields/box.ts";
import { chosenId } from "#contract/fields/numbers.ts";
import { kept } from "#web/storage/kept.ts";

/** The rules of creating boxes (specification 5). */
export const boxCreateForm = z.object({
  owner: chosenId,
  start: typedStartNumber,
  amount: typedBoxAmount,
  size: typedBoxSize,
});
type Typed = z.input<typeof boxCreateForm>;

export const boxCreateDefaults: Typed = { owner: null, start: "0", amount: "1", size: "400" }; // specification 9

/** Whether something stands in the form that a person put there. */
export const isBegun = (typed: Typed): boolean => JSON.stringify(typed) !== JSON.stringify(boxCreateDefaults);

const shape = z.object({ owner: z.nullable(z.number()), start: z.string(), amount: z.string(), size: z.string() });
export const boxCreateDraft = kept<Typed>("boxes-new", (value) => shape.parse(value));
export type BoxCreateControl = Control<Typed, unknown, z.output<typeof boxCreateForm>>;
