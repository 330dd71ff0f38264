import { type Operation, scan } from "#contract/scans.ts";
import { errors } from "#rules/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A scan as somebody at the desk does it by a button (product 7). Throws the server's sentence where it refuses. */
export async function scanOne(operation: WithoutId<Operation>): Promise<void> {
  const { results } = await call(scan, { body: { operations: [{ ...operation, id: newId() }] } });
  const [result] = results;
  if (result?.status !== "done") throw new CallError(400, result?.message ?? errors.unknown);
}

/** `crypto.randomUUID` is not there over plain http, as inside a house. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const fixed = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
