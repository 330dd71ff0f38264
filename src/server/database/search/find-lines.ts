import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";
import { joinById } from "#server/database/scope.ts";
import { rank } from "./box-rank.ts";
import { bestOf, boxesByCode } from "./find-boxes.ts";
import { hasWords } from "./has-words.ts";
import { joinConditions, narrowedBoxes, searchRows, type SearchFor, waysOf } from "./search-for.ts";

/** Deliveries with a line that a search finds, by its box or by its text as it was ordered: `delivery_id` and `rank`. Null where it finds none. */
export function linesFoundBy(given: SearchFor): Sql | null {
  const boxes = boxesByCode(given);
  const ways = waysOf(given).flatMap(linesWithWords);
  if (boxes.length > 0)
    ways.push(sql`
      select l.delivery_id, w.rank[1] from (${bestOf(boxes)}) w cross join lateral (
        select delivery_id from delivery_boxes where box_id = w.id union all
        select delivery_id from delivery_contents where box_id = w.id offset 0) l`);
  if (ways.length === 0) return null;
  const all = sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union all `,
  );
  return sql`select delivery_id, min(rank) as rank from (${all}) w(delivery_id, rank) group by delivery_id`;
}

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
