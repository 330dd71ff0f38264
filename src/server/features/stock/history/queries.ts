import { sql } from "kysely";
import type { listHistory } from "#contract/calls/stock/history.ts";
import type { Query } from "#contract/route.ts";
import {
  entriesOf,
  type HistoryRow,
  historyRow,
  isColleague,
  shownEntry,
} from "#server/database/boxes/history-entries.ts";
import { walkBoxes } from "#server/database/boxes/walk-boxes.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

interface EntryRow {
  entry: HistoryRow;
  box: number;
  code: string;
}

const entryRow = selectList<EntryRow>({ entry: historyRow, box: "e.box_id", code: "e.code" });

/** A page of the history of the boxes that the caller sees. */
export function pageOfHistory(db: Reader, scope: Scope, query: Query<typeof listHistory>) {
  const { state, from, to } = query;
  return walkBoxes(db, scope, query, async (boxes, above, limit) => {
    const statement = sql<EntryRow>`
      select ${entryRow} from (
        select h.*, w.place, b.code, first_name, last_name, ${isColleague} as colleague
        from unnest(${boxes}::bigint[]) with ordinality w(id, place)
        join boxes b on b.id = w.id
        cross join lateral (
          select * from ${entriesOf(sql`w.id`)} e where id > case w.place when 1 then ${above}::bigint else 0 end
            and (${state ?? null}::smallint is null or kind = ${state ?? null}::smallint)
            and (${from ?? null}::date is null or berlin_day(created) >= ${from ?? null}::date)
            and (${to ?? null}::date is null or berlin_day(created) <= ${to ?? null}::date)) h
        left join users u on u.id = h.user_id
        order by w.place, h.id limit ${limit}::int) e
      order by e.place, e.id`;
    const rows = await db.list("history-of-boxes", statement);
    return rows.map(({ entry, box, code }) => ({ ...shownEntry(scope, entry), box: { id: box, code } }));
  });
}
