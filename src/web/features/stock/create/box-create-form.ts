import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import { typedBoxAmount, typedBoxSize, typedStartNumber } from "#contract/fields/box.ts";
import { chosenId } from "#contract/fields/numbers.ts";
import { storedValue } from "#web/storage/stored-value.ts";

/** The rules of creating boxes (specification 5). */
export const boxCreateForm = z.object({
  owner: chosenId,
  start: typedStartNumber,
  amount: typedBoxAmount,
  size: typedBoxSize,
  retention_class: z.nullable(z.number()),
  begins: z.string(), // what is no day the server says beside it: few forms need the rule
});
type CreateValues = z.input<typeof boxCreateForm>;

export const boxCreateDefaults: CreateValues = {
  owner: null,
  start: "0", // these three: specification 9
  amount: "1",
  size: "400",
  retention_class: null,
  begins: "",
};

/** Draft that outlives a reload. */
export const boxCreateDraft = storedValue("boxes-new", (value) =>
  typeof (value as CreateValues).amount === "string" ? { ...boxCreateDefaults, ...(value as CreateValues) } : undefined,
);
export type BoxCreateControl = Control<CreateValues, unknown, z.output<typeof boxCreateForm>>;
