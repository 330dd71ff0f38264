import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Bounds, ListData } from "#server/database/list-data.ts";
import { badInput, notFound } from "./errors.ts";

/** The data of a list; a 404 where there is no such customer or it is not the caller's. */
export async function paperData(db: Reader, name: string, statement: Sql<ListData>): Promise<ListData> {
  const [list] = await db.list(name, statement);
  if (!list) throw notFound();
  return list;
}

/** Where a range begins and ends, as a paper's statement takes it. @throws 400 where it ends before it begins */
export function boundsOf<T extends string | number>({
  from,
  to,
}: {
  from?: T | undefined;
  to?: T | undefined;
}): Bounds {
  if (from !== undefined && to !== undefined && from > to) throw badInput({ to: [refused.emptyRange] });
  return [from ?? null, to ?? null];
}
