import { move } from "piscina";
import { documents } from "./documents.ts";
import type { Job } from "./press.ts";

/** What a thread of the press does; the bytes move to the server's thread without a copy. */
export function setDocument({ name, data, printing }: Job): ReturnType<typeof move> {
  const set = documents[name] as (given: typeof data, by: typeof printing) => Buffer;
  const given = typeof data === "string" ? JSON.parse(data) : data;
  return move(new Uint8Array(set(given, printing)).buffer);
}
