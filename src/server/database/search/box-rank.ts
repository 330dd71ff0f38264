import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";

/** Rank of a box by how well it fits, the best first: its whole code, its number, a piece of either, what is in it. */
export const rank = { code: 0, number: 1, piece: 2, content: 3 } as const;

/** The order of boxes `f` with their `rank`: as the search shows boxes, and then contents, of which those of destroyed boxes come last. */
export const bestFirst = sql`f.rank[1], f.rank[1] = ${sql.lit(rank.content)} and f.state = ${sql.lit(BoxState.destroyed)}, f.rank, f.code`;

const isRanked = sql`(not n.cut or f.rank[1] <> ${sql.lit(rank.content)})`;
/** The same, but of more than are counted (`n.cut`) those found by what is in them by code alone: nobody compares so many (decision 139). */
export const firstUnlessCut = sql`f.rank[1], case when ${isRanked} then f.rank[1] = ${sql.lit(rank.content)} and f.state = ${sql.lit(BoxState.destroyed)} end,
  case when ${isRanked} then f.rank end, f.code`;
