import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";
import { joinById } from "#server/database/scope.ts";
import { rank } from "./box-rank.ts";
import { bestOf, boxesByCode, boxesFoundBy } from "./find-boxes.ts";
import { hasWords } from "./has-words.ts";
import { joinConditions, narrowedBoxes, searchRows, type SearchFor, waysOf } from "./search-for.ts";

/** Deliveries with a box that a search finds, whole or one of its contents: `delivery_id` and `rank`. Null where it finds none. */
export function boxLinesFoundBy(given: SearchFor): Sql | null {
  const boxes = boxesFoundBy(given);
  return boxes && bestLines([linesOf(boxes)]);
}

/** Deliveries with a content whose text, as it was ordered, a search finds, or with a box that it names. */
export function textLinesFoundBy(given: SearchFor): Sql | null {
  const boxes = boxesByCode(given);
  const ways = [...waysOf(given).flatMap(linesWithWords), ...(boxes.length > 0 ? [linesOf(bestOf(boxes))] : [])];
  return ways.length > 0 ? bestLines(ways) : null;
}

const bestLines = (ways: readonly Sql[]) => sql`
  select delivery_id, min(rank) as rank from (${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union all `,
  )}) w(delivery_id, rank) group by delivery_id`;

const linesOf = (boxes: Sql) => sql`
  select l.delivery_id, w.rank[1] from (${boxes}) w cross join lateral (
    select delivery_id from delivery_boxes where box_id = w.id union all
    select delivery_id from delivery_contents where box_id = w.id offset 0) l`;

function linesWithWords(given: SearchFor): Sql[] {
  if (given.words.length + given.shortWords.length === 0) return [];
  const filters = narrowedBoxes(given);
  const lines = searchRows(given, "delivery_contents", sql`delivery_id, box_id, content`, sql`l`);
  const box = sql`cross join lateral ${joinById("boxes", sql`state, meta_year`, sql`l.box_id`)} b`;
  return [
    sql`
      select l.delivery_id, ${sql.lit(rank.content)}::bigint from ${lines} ${filters.length > 0 ? box : sql``}
      where ${joinConditions([...hasWords(sql`l.content`, given), ...filters])}`,
  ];
}
