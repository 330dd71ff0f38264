import { sql } from "kysely";
import type { DayTour, FirstSteps, Home, TourStop } from "#contract/schemas/home/home.ts";
import { mostToDo } from "#contract/limits.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { isStale } from "#rules/backups.ts";
import { berlinDay, businessZone } from "#rules/dates.ts";
import type { DeliveryAddress } from "#rules/deliveries/delivery-address.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import type { ProviderSettings } from "#rules/billing/provider.ts";
import { type NumberSeries, seriesText } from "#rules/billing/number-series.ts";
import { oldestFirst, type WaitingKind } from "#rules/waiting-lines.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showCase } from "#rules/stocktake/case-state.ts";
import { showStocktake } from "#rules/stocktake/stocktake-state.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { billingFor } from "#server/database/billing/due-customers.ts";
import { batchesFor, procedureChangesFor } from "#server/database/destruction/waiting-steps.ts";
import { mayStoreAnywhere } from "#server/database/imports/open-imports.ts";
import { listsFor } from "#server/database/imports/waiting-lists.ts";
import { lastBackup } from "#server/database/jobs/job-runs.ts";
import { joinById, ownRows, type Scope } from "#server/database/scope.ts";
import { waitingRow, type WaitingRow, waitingThings } from "#server/database/sql/waiting-rows.ts";
import { stockByMonth } from "#server/database/stock-months/stock-by-month.ts";
import { askedBy, isDueCase } from "#server/database/stocktakes/case-reads.ts";
import { livingTokens, type SessionRules } from "#server/database/tokens/tokens.ts";
import { tokenHash } from "#server/http/session.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const mostShown = 20; // the plan of the day has them all
const mostCounted = 1000;

type StopRow = Omit<TourStop, "customer" | "address"> & {
  readonly address: DeliveryAddress | null;
  readonly customer_id: number;
  readonly customer_code: number;
  readonly customer_name: string;
  readonly customer_address: readonly [street: string, postcode: string, city: string];
  readonly total: number;
  readonly all_lines: number;
  readonly all_left: number;
};

const linesOf = (table: Sql, which: Sql) => sql`(select count(*) from ${table} where delivery_id = d.id ${which})`;
const both = (which: Sql) =>
  sql`(${linesOf(sql`delivery_boxes`, which)} + ${linesOf(sql`delivery_contents`, which)})::int`;

const stopRow = selectList<StopRow>({
  ...fromTable("t", "id", "code", "kind", "state", "time"),
  lines_count: "lines_count",
  left_count: "left_count",
  loaded_count: "loaded_count",
  until: sql`to_char(o.to_time, 'HH24:MI')`,
  address: "t.address",
  customer_id: "c.id",
  customer_code: "c.code",
  customer_name: "c.name",
  customer_address: sql`array[c.address_street, c.address_postcode, c.address_city]`,
  total: sql`(count(*) over ())::int`,
  all_lines: sql`(sum(lines_count) over ())::int`,
  all_left: sql`(sum(left_count) over ())::int`,
});

/** Deliveries `d` that are not finished, the earliest first, each with what is left of it, and the sums of all. */
const stops = (from: Sql, which: Sql) => sql<StopRow>`
  with tour as materialized (
    select d.id, d.code, d.kind, d.state, d.time, d.customer_id, d.option_id, d.address, ${both(sql``)} as lines_count,
      ${both(sql`and open and (d.kind in (1, 2) or picked is null)`)} as left_count,
      ${linesOf(sql`delivery_boxes`, sql`and open and loaded is not null`)}::int as loaded_count
    from ${from} where d.state in (0, 1) and ${which} order by d.time, d.id limit ${sql.lit(mostCounted)})
  select ${stopRow}
  from tour t cross join lateral ${joinById("customers", sql`id, code, name, address_street, address_postcode, address_city`, sql`t.customer_id`)} c
  left join lateral ${joinById("delivery_options", sql`to_time`, sql`t.option_id`)} o on true
  order by t.time, t.id limit ${sql.lit(mostShown)}`;

const columns = sql`id, code, kind, state, time, customer_id, option_id, address`;

/** When a day begins in Berlin, in SQL. */
const beginOf = (date: Sql) => sql`(${date}::timestamp at time zone ${sql.lit(businessZone)})`;

interface TourDay {
  done: number;
  day: string | null;
  count: number;
}

/** Returns what is under way: for staff what is due by today (`YYYY-MM-DD`) or has no day, for others all that is theirs. */
async function tourOf(db: Reader, scope: Scope, today: string): Promise<DayTour> {
  if (!scope.isStaff) {
    const from = ownRows("deliveries", columns, scope.customerIds, sql`d`);
    return tourBy(await db.list("home-tour-seen", stops(from, sql`true`)));
  }
  const tomorrow = beginOf(sql`(${today}::date + 1)`);
  const [rows, [days]] = await Promise.all([
    db.list("home-tour", stops(sql`deliveries d`, sql`(d.time is null or d.time < ${tomorrow})`)),
    db.list(
      "home-tour-days",
      sql<TourDay>`
        select ${selectList<TourDay>({
          done: sql`(select count(*) from deliveries
            where time >= ${beginOf(sql`${today}::date`)} and time < ${tomorrow} and state = 2)::int`,
          day: "n.day",
          count: sql`(select count(*) from deliveries d
            where d.state in (0, 1) and d.time >= ${beginOf(sql`n.day`)} and d.time < ${beginOf(sql`(n.day + 1)`)})::int`,
        })}
        from (select berlin_day(min(time)) as day from deliveries where state in (0, 1) and time >= ${tomorrow}) n`,
    ),
  ]);
  const next = days?.day ? { day: days.day, count: days.count } : null;
  return { ...tourBy(rows), done_count: days?.done ?? 0, next };
}

/** Says whether somebody drives to the customer. */
const isDriven = (kind: DeliveryKind) => kind === DeliveryKind.customer || kind === DeliveryKind.pickup;

/** Where it goes, in one line: the address that was chosen, or the customer's own. */
function placeOf(address: DeliveryAddress | null, [street, postcode, city]: StopRow["customer_address"]): string {
  const where = address ?? { street, postcode, city };
  return [where.street, `${where.postcode} ${where.city}`.trim()].filter(Boolean).join(", ");
}

function tourBy(rows: readonly StopRow[]): DayTour {
  const [first] = rows;
  return {
    deliveries: rows.map(
      ({
        customer_id,
        customer_code,
        customer_name,
        customer_address,
        total: _t,
        all_lines: _l,
        all_left: _r,
        ...stop
      }) => ({
        ...stop,
        address: isDriven(stop.kind) ? placeOf(stop.address, customer_address) : "",
        customer: { id: customer_id, code: customer_code, name: customer_name },
      }),
    ),
    count: first?.total ?? 0,
    lines_count: first?.all_lines ?? 0,
    left_count: first?.all_left ?? 0,
  };
}

/** Returns the name of the oldest thing of a kind, where its number or code gives one. */
function nameOf(kind: WaitingKind, id: number, name: string | null): string {
  if (kind.startsWith("cases_")) return showCase(id);
  if (kind === "rows_counted" || kind === "second_looks") return showStocktake(id);
  if (kind.startsWith("boxes_") || kind === "pictures") return showBoxCode(name ?? "");
  if (kind === "numbers") return seriesText[name as NumberSeries];
  return name ?? "";
}

/** So many things of a kind are looked at for the oldest one: where there are more, nobody sees from when the very first is. */
const mostAged = 500;
const mostOfCustomer = 20;

/** Returns SQL for the number of boxes in a state, by the counters; the oldest box is the one whose last entry is the oldest. */
const boxes = (kind: WaitingKind, state: BoxState) => sql`
  select ${sql.lit(kind)}::text, (select coalesce(sum(boxes), 0) from customer_counts where state = ${sql.lit(state)})::int, b.since, b.id, b.code
  from (select 1) one left join lateral (
    select h.created as since, x.id, x.code from (
      select y.* from customer_counts k cross join lateral (
        select id, code, history_count from boxes
        where customer_id = k.customer_id and state = ${sql.lit(state)} limit ${sql.lit(mostOfCustomer)}) y
      where k.state = ${sql.lit(state)} and k.boxes > 0 limit ${sql.lit(mostAged)}) x
    join history h on h.box_id = x.id and h.seq = x.history_count order by h.created, x.id limit 1) b on true`;

/** Pictures that nobody has worked on yet, no more than anybody would work off, and the box of the oldest one. */
const pictures = sql`
  select 'pictures', (select count(*) from (select from images where not viewed limit ${sql.lit(mostToDo)}) n)::int,
    i.created, i.box_id, (select code from boxes where id = i.box_id)
  from (select 1) one left join lateral (
    select created, box_id from (select created, box_id from images where not viewed limit ${sql.lit(mostAged)}) x
    order by created, box_id limit 1) i on true`;

/** A row is checked by somebody who did not count it, where the stocktake wants that. */
const mayAccept = (userId: number) => sql`
  (not s.second_person or r.counter is distinct from ${userId}::bigint and not exists (
    select from stocktake_scans c where (c.stocktake_id, c.row_id, c.run, c.by) = (r.stocktake_id, r.row_id, r.run, ${userId}::bigint)))`;

const livingStocktakes = sql`stocktakes s join stocktake_rows r on r.stocktake_id = s.id and r.state = 2`;

const dueDay = sql`(c.due_1::timestamp at time zone ${sql.lit(businessZone)})`;

const ofStaff = (userId: number) => sql<WaitingRow>`
  ${waitingRow("rows_counted", sql`${livingStocktakes} where s.state in (1, 2) and ${mayAccept(userId)}`, { since: sql`r.ended`, id: sql`s.id` })}
  union all
  ${waitingRow(
    "second_looks",
    sql`${livingStocktakes} join stocktake_looks l on (l.stocktake_id, l.row_id, l.run) = (r.stocktake_id, r.row_id, r.run)
      where s.state in (1, 2)
        and not exists (select from stocktake_accepted a where (a.stocktake_id, a.row_id, a.code) = (l.stocktake_id, l.row_id, l.code))
        and not exists (select from stocktake_scans c where c.code = l.code and c.at > l.asked)`,
    { since: sql`l.asked`, id: sql`s.id` },
  )}
  union all
  ${waitingRow("cases_due", sql`cases c where ${isDueCase}`, { since: dueDay, id: sql`c.id` })}
  union all
  ${waitingRow("cases_seen", sql`cases c ${askedBy} where c.state <> 4 and a.at is not null`, { since: sql`a.at`, id: sql`c.id` })}
  union all
  ${waitingRow("cases_mine", sql`cases c where c.state <> 4 and c.assignee = ${userId}::bigint`, { since: sql`c.opened`, id: sql`c.id` })}
  union all
  ${boxes("boxes_returned", BoxState.retour)}
  union all
  ${boxes("boxes_inconsistent", BoxState.inconsistent)}
  union all
  ${boxes("boxes_marked", BoxState.marked)}
  union all
  ${pictures}
  union all
  ${waitingRow("numbers", sql`restored_numbers r where r.answered is null and coalesce(r.year = extract(year from berlin_day(now())), true)`, { since: sql`r.restored`, id: sql`r.id`, name: sql`r.series` })}
  union all
  ${waitingRow("messages_failed", sql`messages m where m.failed`, {
    since: sql`m.done_at`,
    id: sql`m.id`,
    name: sql`case m.kind when 'mail' then 'E-Mail' when 'hook' then 'Webhook' else 'Druck' end`,
  })}`;

/** Boxes `b` that were to be back by a day before today; their oldest one is known without the boxes of others. */
const overdue = (from: Sql) => sql<WaitingRow>`
  ${waitingRow("boxes_overdue", sql`${from} where b.due_back < berlin_day(now())`, { since: beginOf(sql`(b.due_back + 1)`), id: sql`b.id`, name: sql`b.code` })}`;

/** Returns the things that have been with the customer for too long, for both sides. */
const overdueFor = async (db: Reader, scope: Scope) =>
  waitingThings(
    scope.isStaff
      ? await db.list("home-overdue", overdue(sql`(select id, code, due_back from boxes where due_back is not null) b`))
      : await db.list(
          "home-overdue-seen",
          overdue(sql`unnest(${scope.customerIds}::bigint[]) mine(customer) cross join lateral (
            select id, code, due_back from boxes where customer_id = mine.customer and due_back is not null offset 0) b`),
        ),
    nameOf,
  );

/** Returns the work of counting, of cases and of boxes that waits for the archive's people. */
const workOfStaff = async (db: Reader, { userId }: Scope) =>
  waitingThings(await db.list("home-waiting", ofStaff(userId)), nameOf);

interface SessionRequest {
  readonly token: string;
  readonly rules: SessionRules;
}
type HomeRequest = SessionRequest & {
  readonly now: Date;
  /** True where backups reveal the archive's keys. */
  readonly plain: boolean;
  readonly provider: ProviderSettings;
};

/** All that the home page of the caller shows. */
export async function homeOf(
  db: Reader,
  scope: Scope,
  { now, plain, provider, ...session }: HomeRequest,
): Promise<Home> {
  const [tour, batches, changes, lists, work, late, bills, new_devices, may_import, more] = await Promise.all([
    tourOf(db, scope, berlinDay(now)),
    batchesFor(db, scope),
    procedureChangesFor(db, scope),
    listsFor(db, scope),
    scope.isStaff ? workOfStaff(db, scope) : [],
    overdueFor(db, scope),
    scope.isStaff ? billingFor(db, scope, { now, provider }) : [],
    newDevices(db, scope, session),
    mayStoreAnywhere(db, scope),
    scope.isStaff ? forStaff(db, scope, { now, plain }) : {},
  ]);
  return {
    tour,
    waiting: oldestFirst([...batches, ...changes.lines, ...lists, ...work, ...late, ...bills]),
    new_devices,
    may_import,
    ...more,
    ...(scope.isStaff && { procedure_news: changes.news }),
  };
}

async function forStaff(db: Reader, scope: Scope, { now, plain }: Pick<HomeRequest, "now" | "plain">) {
  const [taken, first_steps, stock] = await Promise.all([
    lastBackup(db),
    firstSteps(db),
    scope.managesUsers ? stockByMonth(db, scope, now) : null,
  ]);
  const backup = { taken: taken?.toISOString() ?? null, stale: isStale(taken, now), plain };
  return { backup, first_steps, stock };
}

/** Sign-ins from where they had never signed in; none where this is one itself. */
async function newDevices(db: Reader, { userId }: Scope, { token, rules }: SessionRequest): Promise<number> {
  const { rows } = await sql<{ count: number; here: boolean | null }>`
    select count(*)::int as count, bool_or(hash = ${tokenHash(token)}) as here from ${livingTokens(userId, rules)} where is_new`.execute(
    db,
  );
  return rows[0] && !rows[0].here ? rows[0].count : 0;
}

type FirstStepsRow = FirstSteps & { readonly boxes: boolean };

const firstStepsRow = selectList<FirstStepsRow>({
  boxes: "n.boxes",
  area: sql`exists (select from areas)`,
  row: sql`exists (select from rows)`,
  labels: sql`not n.boxes and exists (select from audit
    where kind = ${sql.lit(AuditKind.documentMade)} and meta ->> 'document' = 'rowLabelSheet')`,
  customer: sql`(select id from customers order by id limit 1)`,
  option: sql`exists (select from delivery_options)`,
});

/** Returns what a new archive has; null once there is a box. */
async function firstSteps(db: Reader): Promise<FirstSteps | null> {
  const [found] = await db.list(
    "home-first-steps",
    sql<FirstStepsRow>`
      select ${firstStepsRow}
      from (select exists (select from boxes) as boxes) n`,
  );
  if (!found || found.boxes) return null;
  const { boxes: _boxes, ...steps } = found;
  return steps;
}
