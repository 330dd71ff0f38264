import type { Readable } from "node:stream";

/** Times for which a store may keep whoever asks it waiting. */
export const usualLimits = {
  /** ms until a connection is there. */
  connect: 3_000,
  /** ms until a call is answered, its second try included. */
  answer: 10_000,
  /** Rate that gives more time to data that is sent or read, so that only a standstill is given up. */
  bytesPerMs: 100,
  /** ms until the next piece of a file comes. */
  piece: 10_000,
};

/** That the time of something was over. */
class TooLate extends Error {
  override readonly name = "TooLate";
  readonly code: string;
  constructor(ms: number) {
    super("its time is over");
    this.code = `nothing within ${Math.round(ms / 100) / 10} s`;
  }
}

/** Does something that has so much time; what it does not end by itself by then is reported and left alone. @throws TooLate */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TooLate(ms));
      ending.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(ending.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The pieces of a file of a known length, each within its time; the time that their reader takes does not count. @throws where they end early */
export async function* proveLength(body: Readable, length: number, ms: number): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let read = 0;
  for (;;) {
    const { done, value } = await within(ms, () => pieces.next());
    if (done === true) break;
    read += value.length;
    yield value;
  }
  if (read !== length) throw Object.assign(new Error("it ended early"), { code: `${read} of ${length} bytes came` });
}
