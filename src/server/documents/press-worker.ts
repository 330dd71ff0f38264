import { move } from "piscina";
import { documents } from "./documents.ts";
import type { Job } from "./press.ts";

/** What a thread of the press does; the bytes move to the server's thread without a copy. Nothing for a client that has gone. */
export function setDocument({ name, data, printing, gone }: Job): ReturnType<typeof move> {
  if (Atomics.load(gone, 0) === 1) return move(new ArrayBuffer(0));
  const set = documents[name] as (given: typeof data, by: typeof printing) => Buffer;
  const given = typeof data === "string" ? JSON.parse(data) : data;
  return move(new Uint8Array(set(given, printing)).buffer);
}
