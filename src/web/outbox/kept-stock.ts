import { answerOf, read, write } from "./outbox-database.ts";

// Stock of the archive for work without a network: pieces of boxes by their first digits, and the data around them.

const aroundKey = "around";

export async function readStock(): Promise<{ around: unknown; pieces: readonly unknown[] } | undefined> {
  return read(async ({ stock }) => {
    const [around, pieces] = await Promise.all([
      answerOf<unknown>(stock.get(aroundKey)),
      answerOf<unknown[]>(stock.getAll(IDBKeyRange.upperBound(aroundKey, true))),
    ]);
    return around === undefined ? undefined : { around, pieces };
  });
}

/** Throws all of it away, and answers when it is gone from the disk. */
export const clearStock = (): Promise<void> => write(async ({ stock }) => void stock.clear());

/** Keeps these pieces, by their digits; `whole`: the others are gone. It can be loaded again, and need not be on the disk at once. */
export const writeStock = (news: {
  readonly around: unknown;
  readonly pieces: ReadonlyMap<string, unknown>;
  readonly whole: boolean;
}): Promise<void> =>
  write(async ({ stock }) => {
    if (news.whole) stock.clear();
    for (const [digits, piece] of news.pieces) stock.put(piece, digits);
    stock.put(news.around, aroundKey);
  }, "relaxed");
