import type * as z from "zod/mini";
import { namedShapes } from "./all.ts";
import { pageEntry, partsOf } from "./schema-walk.ts";
import { replies, shapes } from "./examples.ts";

export const namedAfter = (call: string, what: string): string =>
  `${call.charAt(0).toUpperCase()}${call.slice(1)}${what}`;

const nameOfShape = new Map<z.core.$ZodType, string>([...namedShapes].map(([name, shape]) => [shape, name]));

/** Returns the name of a reply: that of its shape, or of a page of its entries, otherwise that of its call. */
export function nameOfReply(call: string, reply: z.core.$ZodType): string {
  const name = nameOfShape.get(reply);
  if (name) return name;
  const results = pageEntry(reply);
  const entry = results && partsOf(results).element;
  if (entry) return `${nameOfShape.get(entry) ?? namedAfter(call, "Entry")}Page`;
  return namedAfter(call, "Reply");
}

/** Returns an example of a call's reply, by the name of its shape: the call's own, that of the shape, or a page of it. */
export function exampleOfReply(call: string, name: string): unknown {
  if (replies[call]) return replies[call];
  const entry = shapes[name.replace(/Page$/, "")];
  if (entry && name.endsWith("Page")) return { count: 1, count_pages: 1, current_page: 1, results: [entry] };
  return entry;
}
