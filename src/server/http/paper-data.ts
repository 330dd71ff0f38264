import * as refused from "#rules/texts/refusal-texts.ts";
import { listData } from "#server/database/papers/list-data.ts";
import { badInput, notFound } from "./errors.ts";

/** The data of a list; a 404 where there is no such customer or it is not the caller's. */
export async function paperData(...asked: Parameters<typeof listData>) {
  const list = await listData(...asked);
  if (!list) throw notFound();
  return list;
}

/** Where a range begins and ends, as a paper's statement takes it. @throws 400 where it ends before it begins */
export function boundsOf<T extends string | number>({ from, to }: { from?: T | undefined; to?: T | undefined }) {
  if (from !== undefined && to !== undefined && from > to) throw badInput({ to: [refused.emptyRange] });
  return [from ?? null, to ?? null];
}
