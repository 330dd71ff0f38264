import { type RawBuilder, sql } from "kysely";
import type { ClosingDay } from "#contract/schemas/deliveries/closing-days.ts";
import { addDays, berlinDay, businessZone } from "#rules/dates.ts";
import { listHolidays, type Land, lands } from "#rules/deliveries/holidays.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const closingDayColumns = selectList<ClosingDay>({
  ...fromTable("c", "id", "day", "text"),
  deliveries: sql`(select count(*) from deliveries d where d.state in (0, 1)
    and d.time >= c.day::timestamp at time zone ${businessZone}::text
    and d.time < (c.day + 1)::timestamp at time zone ${businessZone}::text)::int`,
});

async function closingDaysWhere(db: Reader, which: RawBuilder<unknown>): Promise<readonly ClosingDay[]> {
  const { rows } = await sql<ClosingDay>`
    select ${closingDayColumns}
    from closing_days c where ${which} order by c.day`.execute(db);
  return rows;
}

/** A day that staff have typed; a 404 where there is none. */
export async function closingDayById(db: Reader, _scope: Scope, id: number): Promise<ClosingDay> {
  const [closingDay] = await closingDaysWhere(db, sql`c.id = ${id}::bigint`);
  if (!closingDay) throw notFound();
  return closingDay;
}

/** The holidays of a Land from a day on, for a year. */
function holidaysFrom(land: Land, today: string) {
  const year = Number(today.slice(0, 4));
  const end = addDays(today, 365);
  return [year, year + 1].flatMap((one) => listHolidays(land, one)).filter(({ day }) => day >= today && day <= end);
}

/** Returns the days that are closed from today on. */
export async function comingClosingDays(db: Reader, _scope: Scope, land: Land | undefined, now: Date) {
  const today = berlinDay(now);
  return {
    results: [...(await closingDaysWhere(db, sql`c.day >= ${today}::date`))],
    land: land ? lands[land] : null,
    holidays: land ? holidaysFrom(land, today) : [],
  };
}
