import * as z from "zod/mini";
import { maxBoxNumbers, NumberKind } from "#rules/stock/box-number.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { filledText, text } from "#contract/fields/texts.ts";
import { BoxDetail } from "#contract/schemas/stock/boxes.ts";

const numberText = filledText(nameLength);

export const setNumbers = {
  status: 200,
  scope: "stock",
  summary:
    "What other people call a box: all of its numbers, at most 20; one that is not named is taken away. `before` says which the caller saw: others are refused. Of a customer whose numbers are unique no other box may have one",
  body: z.object({
    numbers: z
      .array(z.object({ text: numberText, kind: z._default(z.enum(NumberKind), NumberKind.other) }))
      .check(z.maxLength(maxBoxNumbers, invalid.range)),
    before: z.optional(z.array(text(nameLength)).check(z.maxLength(maxBoxNumbers))),
  }),
  reply: BoxDetail,
} satisfies Shapes;

export const setUniqueNumbers = {
  status: 200,
  scope: "stock",
  summary:
    "Say whether no two boxes of a customer may have the same number of other people's; refused where some have. Answers how it is now",
  body: z.object({ unique: z.boolean() }),
  reply: z.object({ unique: z.boolean() }),
} satisfies Shapes;
