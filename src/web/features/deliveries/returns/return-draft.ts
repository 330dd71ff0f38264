import * as z from "zod/mini";
import type { BasketAction } from "#web/basket/basket.ts";
import { storedValue } from "#web/storage/stored-value.ts";

const box = z.object({ id: z.number(), code: z.string() });
const shape = z.object({
  customer: z.nullable(z.object({ id: z.number(), code: z.number(), name: z.string() })),
  boxes: z.array(box),
  contents: z.array(z.object({ id: z.number(), text: z.string(), box })),
  /** `YYYY-MM-DD`, or what was typed as long as it is no date. */
  date: z.string(),
  comment: z.string(),
});

/** Things that come back, as they were chosen and typed. */
export type ReturnDraft = z.infer<typeof shape>;

export const emptyReturn: ReturnDraft = { customer: null, boxes: [], contents: [], date: "", comment: "" };

/** Draft that was there before a reload. */
export const begunReturn = storedValue("return", (value) => shape.parse(value));

/** Returns the chosen things after a choice. A box brings no contents: those that were lent by themselves are not in it. */
export function reduceReturn(
  { boxes, contents }: Pick<ReturnDraft, "boxes" | "contents">,
  choice: BasketAction,
): Partial<Pick<ReturnDraft, "boxes" | "contents">> {
  switch (choice.type) {
    case "addBox":
      return { boxes: withOne(boxes, choice.box) };
    case "addContent":
      return { contents: withOne(contents, choice.content) };
    case "removeBox":
      return { boxes: boxes.filter(({ id }) => id !== choice.id) };
    case "removeContent":
      return { contents: contents.filter(({ id }) => id !== choice.id) };
  }
}

const withOne = <T extends { id: number }>(list: readonly T[], one: T) =>
  list.some(({ id }) => id === one.id) ? [...list] : [...list, one];
