import { sql } from "kysely";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import type { ImportField } from "#rules/exchange/imports/columns.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";
import { textColumns } from "#server/database/boxes/box-fields.ts";
import { lastDay, isBackwards } from "#server/database/boxes/box-period.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import {
  columnDiffers,
  type SaidField,
  fieldDiffers,
  importedColumns,
  newColumn,
  oldColumn,
  plannedValues,
} from "./imported-fields.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Import that is planned: the owner of its list, and whether a user of the customer sent it in. */
export interface PlannedImport {
  readonly id: number;
  readonly customerId: number;
  readonly byCustomer: boolean;
  /** mm, of a new box of which the list says none. */
  readonly usualSize: number;
  /** True where the plan is to be carried out: its new boxes have their ids then. */
  readonly toDo: boolean;
}

/** Where a list has none of these, the year of a box that has no period yet is its period, too. */
const periodFields: readonly ImportField[] = ["period", "periodFrom", "periodTo"];

/** Field that names a box, is laid beside the plan, or is read as two others. */
type ElsewhereField = "number" | "code" | "contents" | "foreignNumber" | "period";

/**
 * SQL for the fields of a list that the plan takes and that are no column of a box as they stand. A field that joins `importColumns` and no column
 * does not compile until it is taken here.
 */
const saidOnce: Readonly<Record<Exclude<ImportField, ElsewhereField | SaidField>, Sql>> = {
  class: sql`max(values->>'class') as class`,
  begins: sql`max((values->>'begins')::date) as said_begins`,
  area: sql`max(values->>'area') as area`,
  row: sql`max((values->>'row')::int) as row_number`,
  part: sql`max((values->>'part')::smallint) as part`,
  height: sql`max((values->>'height')::smallint) as height`,
  periodFrom: sql`max(values->>'periodFrom') as said_from`,
  periodTo: sql`max(values->>'periodTo') as said_to`,
};
const columnsSaid = importedColumns.flatMap(({ name, type, said }) =>
  said ? sql`max((values->>${sql.lit(said)})::${type}) as ${sql.ref(`new_${name}`)}` : [],
);

/** Returns the value of a column before the import; a new box has the usual size and empty texts before it is made. */
function oldOf(name: string, usualSize: number): Sql {
  const column = sql.ref(`b.${name}`);
  if (name === "size") return sql`coalesce(${column}, ${usualSize}::int)`;
  return textColumns.includes(name) ? sql`coalesce(${column}, '')` : column;
}

/** From when a class counts that a row says without a day. */
const proposedBegin = lastDay(
  sql`coalesce(s.said_from, y.period, b.period_from)`,
  sql`coalesce(s.said_to, y.period, b.period_to)`,
  sql`coalesce(s.new_meta_year, b.meta_year)`,
);

/**
 * Lays what a checked list would do beside what is there, until the transaction ends: `import_plan` has each of its boxes with the
 * values that it says (null where nothing) and those that there are (`old_…`), `import_contents` what would be added to them.
 */
export async function planImport(tx: Transaction, plan: PlannedImport): Promise<void> {
  const { id, customerId, usualSize, toDo } = plan;
  const old = sql.join(importedColumns.map(({ name }) => sql`${oldOf(name, usualSize)} as ${sql.ref(`old_${name}`)}`));
  await sql`
    create temp table import_plan on commit drop as
    with said as (
      select (values->>'number')::int as number, min(row) as row,
        ${sql.join([...columnsSaid, ...Object.values(saidOnce)])}
      from import_rows where import_id = ${id}::int and not left_out and values->>'number' is not null group by 1)
    select s.*, case when b.id is null and ${toDo}::boolean then nextval('boxes_id_seq') else b.id end as box_id, b.id is null as is_new, coalesce(b.history_count, 0) as entries_before,
      b.state as old_state, ${old}, b.retain_until, b.proposed_destroy_year, b.row_id as old_row, b.part as old_part, b.height as old_height,
      coalesce(s.said_from, y.period) as new_period_from, coalesce(s.said_to, y.period) as new_period_to,
      k.id as new_retention_class_id, k.name as class_name, a.id as area_id, r.id as row_id,
      case when s.said_begins is not null then s.said_begins
        when k.id is distinct from b.retention_class_id and k.id is not null
          then coalesce(b.retention_from, ${proposedBegin})
        else b.retention_from end as new_retention_from,
      false as is_changed
    from said s cross join (select areas, not mapping && ${periodFields}::text[] as no_periods from imports where id = ${id}::int) i
      left join boxes b on b.customer_id = ${customerId}::bigint and b.number = s.number
      cross join lateral (select case when i.no_periods and b.period_from is null and b.period_to is null
        and s.new_meta_year is distinct from b.meta_year then s.new_meta_year::text end as period) y
      left join lateral (select id, name from retention_classes c
        where s.class is not null and (c.customer_id is null or c.customer_id = ${customerId}::bigint)
          and (lower(c.key) = lower(s.class) or lower(c.name) = lower(s.class))
        order by c.id is not distinct from b.retention_class_id desc, c.customer_id nulls last limit 1) k on true
      left join areas a on a.id = coalesce((select id from areas n where n.name = s.area), (i.areas->>s.area)::bigint)
      left join rows r on r.area_id = a.id and r.number = s.row_number
    order by s.number -- so are the ids`.execute(tx);
  await sql`create unique index on import_plan (number)`.execute(tx);
  await sql`create index on import_plan (box_id)`.execute(tx);
  await sql`analyze import_plan`.execute(tx);
  // a text that a box has twice must be in the list three times to be added
  await sql`
    create temp table import_contents on commit drop as
    with said as (
      select (values->>'number')::int as number, row, n, text,
        row_number() over (partition by values->>'number', text order by row, n) as nth
      from import_rows cross join lateral jsonb_array_elements_text(values->'contents') with ordinality c (text, n)
      where import_id = ${id}::int and not left_out and values->>'number' is not null),
    there as (
      select p.number, c.text, count(*) as amount from import_plan p join contents c on c.box_id = p.box_id group by 1, 2)
    select s.number, row_number() over (partition by s.number order by s.row, s.n) as n, s.text
    from said s left join there t on t.number = s.number and t.text = s.text where s.nth > coalesce(t.amount, 0)`.execute(
    tx,
  );
  await sql`create index on import_contents (number)`.execute(tx);
  await sql`analyze import_contents`.execute(tx);
  await planNumbers(tx, id);
  await sql`
    update import_plan p set is_changed = ${differs} or exists (select from import_contents c where c.number = p.number)
      or exists (select from import_numbers n where n.number = p.number)
    where not is_new`.execute(tx);
}

/** `import_numbers` has what the boxes are called so far by nobody: a number that a box has already is not added once more. */
async function planNumbers(tx: Transaction, id: number): Promise<void> {
  await sql`
    create temp table import_numbers on commit drop as
    with said as (
      select (values->>'number')::int as number, row, n, text, number_key(text) as key,
        row_number() over (partition by values->>'number', number_key(text) order by row, n) as nth
      from import_rows cross join lateral jsonb_array_elements_text(${numbersInRow}) with ordinality c (text, n)
      where import_id = ${id}::int and not left_out and values->>'number' is not null)
    select s.number, row_number() over (partition by s.number order by s.row, s.n) as n, s.row, s.text, s.key
    from said s join import_plan p using (number) left join box_numbers k on k.box_id = p.box_id and k.key = s.key
    where s.nth = 1 and k.id is null`.execute(tx);
  await sql`create index on import_numbers (number)`.execute(tx);
  await sql`analyze import_numbers`.execute(tx);
}

/** A row that the version before has read says one text. */
const numbersInRow = sql`case jsonb_typeof(values->'foreignNumber')
  when 'array' then values->'foreignNumber' when 'string' then jsonb_build_array(values->'foreignNumber') else '[]' end`;

/** Condition that a box is to stand elsewhere than it does. */
export const placeDiffers = sql`(p.row_id is not null and (p.row_id, p.part, p.height) is distinct from (p.old_row, p.old_part, p.old_height))`;
const differs = sql.join([placeDiffers, ...importedColumns.map(({ name }) => columnDiffers(name))], sql` or `);

const code = (number: Sql) =>
  sql`(select lpad(c.code::text, 4, '0') || '.' || lpad((${number} / 1000)::text, 3, '0') || '.' || lpad((${number} % 1000)::text, 3, '0') from owner c)`;
const stateText = sql`(${Object.values(boxStateText)}::text[])[p.old_state + 1]`;

const alike = 0.4; // of 1, by the threes of letters that two names share
const mostAreas = 100; // names that somebody says one by one

/** The names of areas in a plan that none has, each with the area that is most like it: `(name, id, likely)`, by name. */
const unknownAreas = sql`
  select u.name, l.id, l.name as likely from (
    select distinct area as name from import_plan p where area is not null and not exists (select from areas where areas.name = p.area)) u
  left join lateral (
    select id, name, similarity(search_text(name), search_text(u.name)) as alike from areas
    where similarity(search_text(name), search_text(u.name)) >= ${alike}::real order by alike desc, name limit 1) l on true`;

/** The same as JSON, for the page on which somebody says which areas are meant. */
export const planAreas = sql`
  select coalesce(jsonb_agg(jsonb_build_object('name', name,
      'suggestion', case when id is not null then jsonb_build_object('id', id, 'name', likely) end) order by name collate german), '[]')
  from (select * from (${unknownAreas}) a order by name collate german limit ${mostAreas}::int) a`;

/** Returns SQL for what cannot be done of a plan, as `(row, field, message)`. */
export const planErrors = ({ customerId, byCustomer }: PlannedImport) => sql`
  with owner as (select code from customers where id = ${customerId}::bigint)
  select p.row, 'class' as field, '„' || p.class || '“ ist keine Aufbewahrungsklasse.' as message
    from import_plan p where p.class is not null and p.new_retention_class_id is null
  union all
  select p.row, 'costCentre', '„' || p.new_cost_centre || '“ ist keine Kostenstelle dieses Kunden.'
    from import_plan p where ${fieldDiffers("costCentre")} and exists (select from cost_centres where customer_id = ${customerId}::bigint)
      and not exists (select from cost_centres k where k.customer_id = ${customerId}::bigint and k.name = p.new_cost_centre)
  union all
  select p.row, case when p.new_period_to is null then 'periodFrom' else 'periodTo' end, ${reversedPeriod.message}::text
    from import_plan p
    where ${isBackwards(sql`coalesce(p.new_period_from, p.old_period_from)`, sql`coalesce(p.new_period_to, p.old_period_to)`)}
  union all
  select p.row, 'area', 'Einen Bereich „' || p.area || '“ gibt es nicht.' || coalesce(' Meinten Sie „' || u.likely || '“?', '')
    from import_plan p join (${unknownAreas}) u on u.name = p.area where p.area_id is null
  union all
  select p.row, 'row', 'Eine Reihe ' || p.row_number || ' gibt es in „' || p.area || '“ nicht.'
    from import_plan p where p.area_id is not null and p.row_number is not null and p.row_id is null
  union all
  select p.row, 'number', 'Box ' || ${code(sql`p.number`)} || ' ist ' || ${stateText} || ': Ein Import kann sie nicht '
      || case when ${placeDiffers} and p.old_state <> ${BoxState.destroyed}::smallint then 'einlagern.' else 'ändern.' end
    from import_plan p where p.is_changed
      and (p.old_state = ${BoxState.destroyed}::smallint or ${placeDiffers} and p.old_state <> ${BoxState.created}::smallint)
  union all
  select p.row, 'number', 'Box ' || ${code(sql`p.number`)} || ' wurde einem anderen Kunden übergeben: Ein Import kann sie nicht ändern.'
    from import_plan p join boxes b on b.id = p.box_id and b.continued_as is not null where p.is_changed
  union all
  select p.row, 'area', 'Der Platz ist belegt durch ' || left(t.code, 4) || '.' || substr(t.code, 5, 3) || '.' || substr(t.code, 8) || '.'
    from import_plan p join boxes t on t.row_id = p.row_id and t.part = p.part and t.height = p.height
    where ${placeDiffers} and t.id is distinct from p.box_id
  union all
  select k.row, 'foreignNumber', 'Die Nummer „' || k.text || '“ hat schon ' || k.owner || ', und Nummern dieses Kunden gibt es nur einmal.'
    from (${numbersTaken(customerId)}) k where (select unique_numbers from customers where id = ${customerId}::bigint)
  union all
  select p.row, 'number', 'Box ' || ${code(sql`p.number`)} || ' ist ' || ${stateText} || ': Ändern kann sie nur das Archiv.'
    from import_plan p where ${byCustomer}::boolean and p.is_changed
      and p.old_state not in (${BoxState.created}::smallint, ${BoxState.destroyed}::smallint)`;

interface PlanError {
  readonly row: number;
  readonly field: ImportField;
  readonly message: string;
}

const planError = selectList<PlanError>(fromTable("e", "row", "field", "message"));

/** Returns SQL for the first of the errors of a plan, by row. */
export const firstPlanError = (plan: PlannedImport) => sql<PlanError>`
  select ${planError} from (${planErrors(plan)}) e order by e.row limit 1`;

/** Numbers of a plan that another box of the customer has, or one before it in the list: `(row, text, owner)`. */
const numbersTaken = (customerId: number) => sql`
  select n.row, n.text, coalesce(
      (select 'Box ' || left(b.code, 4) || '.' || substr(b.code, 5, 3) || '.' || substr(b.code, 8) from box_numbers k join boxes b on b.id = k.box_id
        where k.customer_id = ${customerId}::bigint and k.key = n.key order by b.code limit 1),
      case when n.nth > 1 then 'Zeile ' || n.first_row end) as owner
  from (select *, row_number() over w as nth, first_value(row) over w as first_row
    from import_numbers window w as (partition by key order by row, n)) n
  where n.nth > 1 or exists (select from box_numbers k where k.customer_id = ${customerId}::bigint and k.key = n.key)`;

const shownDay = (day: Sql) => sql`to_char(${day}, 'DD.MM.YYYY')`;
const firstLikely = 1950;
const farApart = 10; // years
const smallest = 100; // mm; below it a list probably says centimetres

/**
 * Returns SQL for what can be done of a plan and is probably unintended, as `(row, field, message)`. These are days, years and sizes that are far
 * off, as they come of values that were read otherwise than written.
 */
export const planWarnings = ({ customerId }: PlannedImport) => sql`
  with seen as (
    select p.row, p.new_retention_from as begins, ${plannedValues("year").next} as year, ${plannedValues("destroyYear").next} as destroy_year,
      p.said_begins, ${columnDiffers("retention_from")} as begins_new, p.is_new or ${fieldDiffers("year")} as year_new,
      p.is_new or ${fieldDiffers("destroyYear")} as destroy_new
    from import_plan p where p.is_new or p.is_changed)
  select row, 'begins' as field, 'Der Beginn ' || ${shownDay(sql`begins`)} || ${sql.lit(` liegt vor ${firstLikely}.`)} as message
    from seen where begins_new and extract(year from begins) < ${firstLikely}::int
  union all
  select row, 'begins', 'Der Beginn ' || ${shownDay(sql`begins`)} || ' liegt in der Zukunft.'
    from seen where begins_new and (said_begins > berlin_day(now()) or extract(year from begins) > extract(year from berlin_day(now())))
  union all
  select row, 'begins', 'Zwischen dem Jahrgang ' || year || ' und dem Beginn ' || ${shownDay(sql`begins`)} || ${sql.lit(` liegen mehr als ${farApart} Jahre.`)}
    from seen where (begins_new or year_new) and abs(extract(year from begins) - year) > ${farApart}::int
  union all
  select row, 'destroyYear', 'Das Vernichtungsjahr ' || destroy_year || ' liegt vor dem Jahrgang ' || year || '.'
    from seen where (year_new or destroy_new) and destroy_year < year
  union all
  select row, 'size', 'Eine Größe von ' || new_size || ' mm ist sehr klein. Sind Zentimeter gemeint?'
    from import_plan p where new_size < ${smallest}::int and (is_new or ${fieldDiffers("size")})
  union all
  select row, 'foreignNumber', 'Die Nummer „' || text || '“ hat auch ' || owner || '.'
    from (${numbersTaken(customerId)}) k where not (select unique_numbers from customers where id = ${customerId}::bigint)`;

/** Numbers of boxes that a plan makes, changes and leaves, as columns that are set. */
export const planCounts = sql`
  made = (select count(*) from import_plan where is_new), changed = (select count(*) from import_plan where is_changed),
  unchanged = (select count(*) from import_plan where not is_new and not is_changed)`;

const shownBoxes = 50;
const shownContents = 5;

const columnsShown = sql.join(
  importedColumns.flatMap(({ name, shown }) =>
    shown ? sql`${sql.lit(shown)}, coalesce(${newColumn(name)}, ${oldColumn(name)})` : [],
  ),
);

/** The first boxes of a plan as they will look, as JSON. */
export const planPreview = ({ customerId }: PlannedImport) => sql`
  with owner as (select code from customers where id = ${customerId}::bigint)
  select coalesce(jsonb_agg(box order by row), '[]') from (
    select p.row, jsonb_build_object(
      'code', (select lpad(code::text, 4, '0') from owner) || lpad(p.number::text, 6, '0'),
      'change', case when p.is_new then 'made' when p.is_changed then 'changed' else 'unchanged' end,
      ${columnsShown},
      'class', coalesce(p.class_name, (select name from retention_classes where id = p.old_retention_class_id)), 'begins', p.new_retention_from,
      'place', (select a.name || ', Reihe ' || r.number || ', Teil ' || coalesce(p.part, p.old_part) || ', Höhe ' || coalesce(p.height, p.old_height)
        from rows r join areas a on a.id = r.area_id where r.id = coalesce(p.row_id, p.old_row)),
      'foreign_number', (select string_agg(text, ', ' order by old desc, n) from (
        select text, n, false as old from import_numbers n where n.number = p.number
        union all select text, id, true from box_numbers where box_id = p.box_id) k),
      'contents', (select coalesce(jsonb_agg(text order by n), '[]') from import_contents c where c.number = p.number and n <= ${shownContents}::int),
      'content_count', (select count(*) from import_contents c where c.number = p.number)) as box
    from import_plan p order by p.row limit ${shownBoxes}::int) b`;
