import { sql } from "kysely";
import type { RestoredNumber } from "#contract/schemas/billing/numbers.ts";
import { showUserName } from "#rules/access/users.ts";
import { showSeriesNumber, type YearSeries } from "#rules/billing/number-series.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { notFound } from "#server/http/errors.ts";

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

const rows = (which: Sql) => sql<Row>`
  select r.id, r.series, r.year, r.taken, r.restored, r.known, r.named, r.answered, u.first_name, u.last_name
  from restored_numbers r left join users u on u.id = r.user_id where ${which}
  order by r.answered desc nulls first, r.id`;

function shown({ series, year, known, named, first_name, last_name, ...row }: Row): RestoredNumber {
  const show = (number: number | null) => (number ? showSeriesNumber({ series, year }, number) : null);
  const by = last_name === null ? null : showUserName({ first_name: first_name ?? "", last_name });
  return { ...row, series, known: show(known), named: show(named), by };
}

/** All series after all restores, those that are asked first: five each, and restores are few. */
export async function allRestoredNumbers(db: Reader): Promise<RestoredNumber[]> {
  return (await db.list("restored-numbers", rows(sql`true`))).map(shown);
}

/** The numbers of invoices and cancellations of a year that left the house before a restore, as an auditor is told of them. */
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

/** A series after a restore. @throws 404 */
export async function restoredNumberById(db: Reader, id: number): Promise<RestoredNumber> {
  const [row] = await db.list("restored-number", rows(sql`r.id = ${id}::int`));
  if (!row) throw notFound();
  return shown(row);
}
