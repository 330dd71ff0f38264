import { Readable } from "node:stream";
import type { Scope } from "#server/database/scope.ts";
import type { FileReply } from "#server/http/replies/send-file.ts";
import { rightTo } from "./picture-downloads.ts";

/** Says whether a user still sees everything that they saw then. */
const seesAsMuch = (then: Scope) => async (scope: Scope) =>
  then.isStaff
    ? scope.isStaff
    : scope.isStaff ||
      (then.customerIds.every((id) => scope.customerIds.includes(id)) &&
        (scope.department === null || scope.department === then.department));

type Asking = Parameters<typeof rightTo>[0];

/**
 * A file as long as its caller may have it: a list, a document or an export that took a while is handed out only to whoever may still see what is in
 * it, and one that is on its way is broken off. Pictures ask each time.
 */
export async function whileAllowed(check: ReturnType<typeof rightTo>, file: FileReply): Promise<FileReply> {
  const stream = "bytes" in file && !Buffer.isBuffer(file.bytes) ? file.bytes.stream : null;
  try {
    await check();
  } catch (error) {
    stream?.destroy();
    throw error;
  }
  if (!("bytes" in file) || stream === null) return file;
  const handedOut = Readable.from(checkedStream(stream, check), { objectMode: false });
  handedOut.once("close", () => stream.destroy()); // also where nobody has begun to read it
  const { length } = file.bytes;
  return { ...file, bytes: { ...(typeof length === "number" && { length }), stream: handedOut } };
}

async function* checkedStream(stream: Readable, check: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    await check();
    yield piece as Buffer;
  }
}

/** Asks, once a second at most, whether the caller of before may still see as much. */
export const rightOf = (asking: Asking, then: Scope) => rightTo(asking, seesAsMuch(then));
