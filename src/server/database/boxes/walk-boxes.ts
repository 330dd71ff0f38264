import { sql } from "kysely";
import { boxCode } from "#rules/stock/box-code.ts";
import { pageSize } from "#rules/lists/paging.ts";
import type { Sql } from "#server/database/connections/statement.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy, visibleTo } from "#server/database/scope.ts";
import { pageOfBoxes } from "./box-pages.ts";

/** So many boxes are looked through for one page, whatever the filters pass over. */
const boxesAtOnce = 500;

/** Where a page begins: behind an entry of a box, as `0042000123-7`, or behind a whole box, as `0042000123`. */
export interface WalkQuery {
  readonly owner?: number | undefined;
  readonly owner_id?: number | undefined;
  readonly box?: number | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Reader of the boxes' entries: it returns those of `boxes` in their order, at most `limit`. Of the first box it returns those whose id is above
 * `above`.
 */
export type EntriesOf<Entry> = (boxes: readonly number[], above: number, limit: number) => Promise<Entry[]>;

interface OfBox {
  readonly id: number;
  readonly box: { readonly code: string };
}

/**
 * A page of what boxes hold, by code of the box and then by its own id: nothing is listed twice or left out where others come or go.
 * A page looks through at most 500 boxes, so it may hold fewer entries than asked for, or none; `after` is null at the end alone.
 */
export async function walkBoxes<Entry extends OfBox>(
  db: Reader,
  scope: Scope,
  query: WalkQuery,
  entriesOf: EntriesOf<Entry>,
) {
  const { after = "", limit = pageSize } = query;
  const [code = "", last] = after.split("-");
  const begin = code === "" ? undefined : last === undefined ? code : codeBefore(code);
  const boxes = await boxesToWalk(db, scope, query, begin);
  const above = boxes[0]?.code === code && last !== undefined ? Number(last) : 0;
  const ids = boxes.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await entriesOf(ids, above, limit + 1);
  const results = found.slice(0, limit);
  return { results, after: placeAfter(results, boxes, found.length > limit) };
}

/** The code that comes before one in the order of codes; of a customer's first box it is a code that no box has. */
const codeBefore = (code: string) => boxCode(Number(code.slice(0, 4)), Math.max(0, Number(code.slice(4)) - 1));

const walked = {
  sql: (ids: Sql, scope: Scope) => sql`
    select wanted.place, b.id, b.code from unnest(${ids}) with ordinality as wanted(id, place) join boxes b on b.id = wanted.id
    where ${seenBy(scope, sql`b.customer_id`)}`,
  of: ({ id, code }: { id: number; code: string }) => ({ id, code }),
};

/** The first boxes behind a code, in order of code: of the customers that are named, or of all that the caller sees. */
async function boxesBehind(db: Reader, scope: Scope, { owner, owner_id }: WalkQuery, code: string | undefined) {
  const owners =
    owner === undefined && owner_id === undefined
      ? undefined
      : await db
          .selectFrom("customers")
          .select("id")
          .where(visibleTo(scope, "customers.id"))
          .$if(owner !== undefined, (customers) => customers.where("code", "=", owner ?? 0))
          .$if(owner_id !== undefined, (customers) => customers.where("id", "=", owner_id ?? 0))
          .execute();
  if (owners?.length === 0) return [];
  const filter = { customerIds: owners?.map(({ id }) => id), loose: [], searches: [] };
  const after = code ?? boxCode(0, 0);
  const page = { filter, order: "code", descending: false, limit: boxesAtOnce, offset: 0, after } as const;
  return (await pageOfBoxes(db, scope, page, walked)).boxes;
}

async function boxesToWalk(db: Reader, scope: Scope, query: WalkQuery, begin: string | undefined) {
  if (query.box === undefined) return boxesBehind(db, scope, query, begin);
  return db
    .selectFrom("boxes")
    .select(["id", "code"])
    .where("id", "=", query.box)
    .where(visibleTo(scope, "boxes.customer_id"))
    .$if(begin !== undefined, (boxes) => boxes.where("code", ">", begin ?? ""))
    .execute();
}

function placeAfter(results: readonly OfBox[], boxes: readonly { readonly code: string }[], more: boolean) {
  const last = results.at(-1);
  if (more && last) return `${last.box.code}-${last.id}`;
  return boxes.length === boxesAtOnce ? (boxes.at(-1)?.code ?? null) : null;
}
