import { sql } from "kysely";
import { showUserName } from "#rules/access/users.ts";
import { type NumberSeries, seriesText, showSeriesNumber, type YearSeries } from "#rules/billing/number-series.ts";
import { lastNumberWanted } from "#rules/texts/billing-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A series after a restore, its numbers as people know them; instants are ISO 8601. */
interface RestoredNumbers {
  readonly id: number;
  readonly series: NumberSeries;
  readonly taken: string;
  readonly restored: string;
  readonly known: string | null;
  readonly named: string | null;
  readonly answered: string | null;
  readonly by: string | null;
}

interface Row extends YearSeries {
  readonly id: number;
  readonly taken: string;
  readonly restored: string;
  readonly known: number;
  readonly named: number | null;
  readonly answered: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

const rowColumns = selectList<Row>({
  ...fromTable("r", "id", "series", "year", "taken", "restored", "known", "named", "answered"),
  ...fromTable("u", "first_name", "last_name"),
});

const rows = (which: Sql) => sql<Row>`
  select ${rowColumns}
  from restored_numbers r left join users u on u.id = r.user_id where ${which}
  order by r.answered desc nulls first, r.id`;

function shown({ series, year, known, named, first_name, last_name, ...row }: Row): RestoredNumbers {
  const show = (number: number | null) => (number ? showSeriesNumber({ series, year }, number) : null);
  const by = last_name === null ? null : showUserName({ first_name: first_name ?? "", last_name });
  return { ...row, series, known: show(known), named: show(named), by };
}

/** All series after all restores, those that are asked first: five each, and restores are few. */
export async function allRestoredNumbers(db: Reader): Promise<RestoredNumbers[]> {
  return (await db.list("restored-numbers", rows(sql`true`))).map(shown);
}

/** The numbers of invoices and cancellations of a year that were sent before a restore, as an auditor sees them. */
export async function missingNumbers(db: Reader, year: number) {
  const found = await db.list("missing-numbers", rows(sql`r.year = ${year}::int and r.named is not null`));
  return found.map((row) => {
    const { named, by, answered } = shown(row);
    const { taken: backup, restored } = row;
    return {
      from: showSeriesNumber(row, row.known + 1),
      to: named ?? "",
      backup,
      restored,
      said_by: by,
      said: answered,
    };
  });
}

/** A series after a restore; undefined where there is none of this id. */
export async function restoredNumberById(db: Reader, id: number): Promise<RestoredNumbers | undefined> {
  return (await db.list("restored-number", rows(sql`r.id = ${id}::int`))).map(shown)[0];
}

/** Why the next number of a series is not given after a restore: nobody has named the last one yet. Null where it can be. */
export async function unknownNumber(db: Reader, series: NumberSeries, year: number | null): Promise<Reason | null> {
  const open = sql<{ known: number; taken: string }>`
    select known, taken from restored_numbers
    where series = ${series}::text and answered is null and (year is null or year = ${year}::int)`;
  const [asked] = await db.list("unknown-number", open);
  if (!asked) return null;
  const last = asked.known === 0 ? null : showSeriesNumber({ series, year }, asked.known);
  return lastNumberWanted({ series: seriesText[series], last, taken: asked.taken });
}
