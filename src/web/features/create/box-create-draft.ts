import * as z from "zod/mini";
import type { BoxCreateInput } from "./box-create-form.ts";

const key = "draft:boxes-new";
const shape = z.object({ owner: z.nullable(z.number()), start: z.string(), amount: z.string(), size: z.string() });

/** What was typed before a reload; undefined where there is nothing usable. */
export function readDraft(): BoxCreateInput | undefined {
  try {
    return z.safeParse(shape, JSON.parse(sessionStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function keepDraft(values: BoxCreateInput): void {
  sessionStorage.setItem(key, JSON.stringify(values));
}

/** After it was sent, or left by choice. */
export function dropDraft(): void {
  sessionStorage.removeItem(key);
}
