import * as z from "zod/mini";

const box = z.object({ id: z.number(), code: z.string() });
const shape = z.object({
  customer: z.nullable(z.object({ id: z.number(), code: z.number(), name: z.string() })),
  boxes: z.array(box),
  contents: z.array(z.object({ id: z.number(), text: z.string(), box })),
  /** `YYYY-MM-DD`, or what was typed as long as it is no date. */
  date: z.string(),
  comment: z.string(),
});

/** What comes back, as it was chosen and typed. */
export type ReturnDraft = z.infer<typeof shape>;
export type ReturnBox = ReturnDraft["boxes"][number];
export type ReturnContent = ReturnDraft["contents"][number];

export const emptyReturn: ReturnDraft = { customer: null, boxes: [], contents: [], date: "", comment: "" };

const key = "draft:return";

/** What was there before a reload. */
export function readReturn(): ReturnDraft {
  try {
    return z.safeParse(shape, JSON.parse(sessionStorage.getItem(key) ?? "null")).data ?? emptyReturn;
  } catch {
    return emptyReturn;
  }
}

export function keepReturn(draft: ReturnDraft): void {
  sessionStorage.setItem(key, JSON.stringify(draft));
}

/** After it was sent, or left by choice. */
export function dropReturn(): void {
  sessionStorage.removeItem(key);
}
