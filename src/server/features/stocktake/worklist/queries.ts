import { sql } from "kysely";
import type { SecondLook, Worklist } from "#contract/schemas/stocktake/stocktakes.ts";
import { showStocktake } from "#rules/stocktake/stocktake-state.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { caseCounts } from "#server/database/stocktakes/case-reads.ts";
import { isOpenResult, resultsOf } from "#server/database/stocktakes/count-results.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Look {
  readonly row_id: number;
  readonly number: number;
  readonly area_id: number;
  readonly area: string;
  readonly code: string;
  readonly part: number;
  readonly height: number;
  readonly since: string;
}

const lookColumns = selectList<Look>({
  ...fromTable("r", "row_id", "number", "area_id", "area"),
  code: "f.code",
  part: "f.expected_part",
  height: "f.expected_height",
  since: "f.second_look",
});

/** Missing boxes that are to be looked for again, in walking order. */
export async function secondLooks(db: Reader, _scope: Scope, stocktake?: number): Promise<{ results: SecondLook[] }> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from stocktakes s join stocktake_rows r on r.stocktake_id = s.id and r.state = 2
    join stocktake_looks l on (l.stocktake_id, l.row_id, l.run) = (r.stocktake_id, r.row_id, r.run)
    where s.state in (1, 2) and (${stocktake ?? null}::int is null or s.id = ${stocktake ?? null}::int) order by s.id`.execute(
    db,
  );
  const groups = await Promise.all(
    rows.map(async ({ id }) => {
      const looks = await sql<Look>`
        with ${resultsOf(id)}
        select ${lookColumns}
        from results f join counted r on r.row_id = f.row_id left join rows w on w.id = r.row_id
        where f.class = 'missing' and f.second_look is not null and ${isOpenResult}
        order by r.area collate german, r.number, f.expected_part * case when w.reverse then -1 else 1 end, f.expected_height`.execute(
        db,
      );
      return looks.rows.map(({ row_id, number, area_id, area, ...look }) => ({
        stocktake: { id, number: showStocktake(id) },
        row: { id: row_id, number, area: { id: area_id, name: area } },
        ...look,
      }));
    }),
  );
  return { results: groups.flat() };
}

/** Returns the parts of stocktakes and cases that wait for somebody. */
export async function worklistOf(db: Reader, scope: Scope): Promise<Worklist> {
  const [{ rows }, looks, cases] = await Promise.all([
    sql<{ counting: number; to_check: number }>`
      select (count(*) filter (where r.state = 1))::int as counting, (count(*) filter (where r.state = 2))::int as to_check
      from stocktakes s join stocktake_rows r on r.stocktake_id = s.id where s.state in (1, 2)`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from stocktake_looks l join stocktake_rows r on (l.stocktake_id, l.row_id, l.run) = (r.stocktake_id, r.row_id, r.run)
      join stocktakes s on s.id = r.stocktake_id where s.state in (1, 2) and r.state = 2
        and not exists (select from stocktake_accepted a where (a.stocktake_id, a.row_id, a.code) = (l.stocktake_id, l.row_id, l.code))
        and not exists (select from stocktake_scans c where c.code = l.code and c.at > l.asked)`.execute(db),
    caseCounts(db, scope.userId),
  ]);
  return { counting: 0, to_check: 0, ...rows[0], second_looks: looks.rows[0]?.count ?? 0, cases };
}
