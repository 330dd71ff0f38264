import { sql } from "kysely";
import type { listRetained, listRetainedCustomers } from "#contract/calls/destruction/retention.ts";
import type { Query } from "#contract/route.ts";
import type {
  BoxRetention,
  CustomerRetention,
  RetainedBox,
  RetainedBoxes,
  RetentionClass,
} from "#contract/schemas/destruction/retention.ts";
import { BoxState, mayBox } from "#rules/stock/box-state.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { RetentionRule } from "#rules/destruction/retention/catalogue.ts";
import { type DueKind, reasonOf } from "#rules/destruction/retention/due-boxes.ts";
import { auditOpen } from "#rules/texts/refusal-texts.ts";
import { constants } from "#server/database/sql/conditions.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { boxesBy, customerFields, type ListData, customerCondition, sums } from "#server/database/list-data.ts";
import { ownRows, type Scope, seenBy } from "#server/database/scope.ts";
import type { DueListData } from "#server/documents/lists/due-list.ts";
import { notFound } from "#server/http/errors.ts";
import { paperData } from "#server/http/paper-data.ts";

type DatedRule = RetentionRule & { readonly version: number };

const rule = json<DatedRule>({
  years: "years",
  months: "months",
  start: "start",
  applies_if: "applies_if",
  valid_from: "valid_from",
  valid_to: "valid_to",
  basis: "basis",
  source: "source",
  checked_on: "checked_on",
  version: "version",
});
const rules = sql`(select coalesce(json_agg(${rule} order by valid_from nulls first, id), '[]') from retention_rules where class_id = k.id)`;

const retentionClass = selectList<RetentionClass>({
  ...fromTable("k", "id", "key", "name", "begins", "personal", "tax", "default_level", "agreed_by"),
  customer: "k.customer_id",
  rules,
});

const classes = (scope: Scope, customer: Sql) => sql<RetentionClass>`
  select ${retentionClass}
  from retention_classes k where k.customer_id is null
    or ${seenBy(scope, sql`k.customer_id`)} and (${customer} is null or k.customer_id = ${customer})
  order by k.customer_id nulls first, k.id`;
const oneClass = (scope: Scope, id: number) => sql<RetentionClass>`
  select * from (${classes(scope, sql`null::bigint`)}) c where id = ${id}`;

/** The classes of the law and, of one customer or of all that the caller sees, their own. */
export const classesOf = (db: Reader, scope: Scope, customer: number | undefined) =>
  db.list("retention-classes", classes(scope, sql`${customer ?? null}::bigint`));

/** A class; a 404 where there is none or it is not the caller's. */
export async function classById(db: Reader, scope: Scope, id: number): Promise<RetentionClass> {
  const [found] = await db.list("retention-class", oneClass(scope, id));
  if (!found) throw notFound();
  return found;
}

interface Owner {
  readonly id: number;
  readonly finance: boolean;
  readonly version: number;
  readonly held: boolean;
  readonly audit_open_from: number | null;
  readonly by_batch: boolean;
}

const retainedOwner = selectList<Owner>({
  ...fromTable("customers", "id", "audit_open_from"),
  finance: "customers.finance_supervised",
  version: "customers.retention_version",
  held: sql`hold_count > 0`,
  by_batch: sql`destruction_procedure = 1`,
});

const owner = (scope: Scope, id: number) => sql<Owner>`
  select ${retainedOwner}
  from customers where id = ${id} and ${seenBy(scope, sql`id`)}`;

/** Returns the customer whose boxes are asked for; undefined where there is no such customer or it is not the caller's. */
async function ownerOf(db: Reader, scope: Scope, id: number): Promise<Owner | undefined> {
  const [found] = await db.list("owner-of-retained", owner(scope, id));
  return found;
}

/** Boxes `b` of a customer in a year, where all of them are held or some of them may be. */
interface Due {
  readonly customer: number | Sql;
  readonly year: number;
  readonly held: boolean | Sql;
  readonly open: boolean | Sql;
}

/** Without a term of the law the customer's own year of destruction counts as one. */
const isEnded = (year: number) =>
  sql`(b.retain_until < make_date(${year}::int, 1, 1) or b.retain_until is null and b.meta_destroy_year <= ${year}::int)`;
const isOpen = sql`b.retain_until is null and b.meta_destroy_year is null`;
/** The later of both ends counts: that of the law, and the year of destruction that somebody has set. */
const isLater = (year: number) => sql`coalesce(b.meta_destroy_year > ${year}::int, false)`;
const isDue = ({ year }: Due) => sql`${isEnded(year)} and not ${isLater(year)}`;
const isHeld = ({ held, open }: Due) =>
  sql`(b.hold_count > 0 or ${held}::boolean or ${open}::boolean and exists (select from holds_on(b.id)))`;
const isHome = sql`(case b.state when ${sql.lit(BoxState.marked)} then b.marked_from else b.state end) in (${sql.lit(BoxState.inStock)}, ${sql.lit(BoxState.retour)})`;
const living = (customer: number | Sql) =>
  sql`b.customer_id = ${customer}::bigint and b.state <> ${sql.lit(BoxState.destroyed)}`;

/** Numbers of boxes of each kind, and of the marked ones among those that are due. */
type Counts = RetainedBoxes["counts"];

const conditions: Record<DueKind, (of: Due) => Sql> = {
  due: (of) => sql`${isDue(of)} and not ${isHeld(of)} and ${isHome}`,
  later: ({ year }) => sql`${isEnded(year)} and ${isLater(year)}`,
  held: (of) => sql`${isDue(of)} and ${isHeld(of)}`,
  away: (of) => sql`${isDue(of)} and not ${isHeld(of)} and not ${isHome}`,
  open: () => isOpen,
};

const endedCounts = (of: Due) => sql`
  select (count(*) filter (where not is_later and not is_held and is_home))::int as due, (count(*) filter (where is_later))::int as later,
    (count(*) filter (where not is_later and not is_held and is_home and is_marked))::int as marked,
    (count(*) filter (where not is_later and is_held))::int as held,
    (count(*) filter (where not is_later and not is_held and not is_home))::int as away
  from (select ${isLater(of.year)} as is_later, ${isHeld(of)} as is_held, ${isHome} as is_home, b.state = ${sql.lit(BoxState.marked)} as is_marked
    from boxes b where ${living(of.customer)} and ${isEnded(of.year)}) d`;

const ended = fromTable("d", "due", "later", "marked", "held", "away");

const counts = (of: Due) => sql<Counts>`
  select ${selectList<Counts>({
    ...ended,
    open: sql`(select count(*) from boxes b where ${living(of.customer)} and ${isOpen})::int`,
  })}
  from (${endedCounts(of)}) d`;

const ownerColumns = sql`id, code, name, hold_count, audit_open_from`;
const customersOf = (scope: Scope) =>
  scope.isStaff ? sql`customers` : ownRows("customers", ownerColumns, scope.customerIds, sql`customers`);

const countedCustomer = selectList<CustomerRetention>({ ...fromTable("c", "id", "code", "name"), ...ended });

/** A page of customers: only what has come to its end is counted, and of these only. */
const byCustomer = (scope: Scope, year: number, { limit, offset }: { limit: number; offset: number }) => {
  const of = { customer: sql`c.id`, year, held: sql`(c.hold_count > 0)`, open: sql`(c.audit_open_from is not null)` };
  return sql<CustomerRetention>`
    select ${countedCustomer} from (
      select ${ownerColumns} from ${customersOf(scope)} order by code limit ${limit} offset ${offset}
    ) c cross join lateral (${endedCounts(of)}) d order by c.code`;
};

/** Returns SQL for the number of boxes that may be destroyed, now or later, and are not on their way yet. A batch or a mark puts a box on its way. */
const eligibleBoxes = (of: Due, show: "due" | "later", byBatch: boolean) => sql<{ eligible: number }>`
  select count(*)::int as eligible from boxes b where ${living(of.customer)} and ${conditions[show](of)} and ${
    byBatch
      ? sql`not exists (select from destruction_lines l where l.box_id = b.id and l.living)`
      : sql`b.state in (${constants(mayBox.mark)})`
  }`;

/** A content that says something of its own. */
interface Part {
  readonly id: number;
  readonly class: number | null;
  readonly name: string | null;
  readonly from: string | null;
}
interface RetainedRow extends Omit<RetainedBox, "retention_class" | "reason" | "held"> {
  readonly customer: number;
  readonly finance: boolean;
  readonly version: number;
  readonly class_id: number | null;
  readonly class_name: string | null;
  readonly until: string | null;
  readonly until_reason: string | null;
  readonly parts: readonly Part[];
  readonly label: string | null;
  readonly audit_from: number | null;
}

const totalsSql = sql<RetainedRow>`
  select ${selectList<RetainedRow>({
    ...fromTable("b", "id", "code", "state", "size", "meta_destroy_year", "proposed_destroy_year"),
    ...fromTable("h", "label", "audit_from"),
    begins: "b.retention_from",
    ends: "b.retain_until",
    customer: "b.customer_id",
    finance: "c.finance_supervised",
    version: "c.retention_version",
    class_id: "b.retention_class_id",
    class_name: "k.name",
    until: "b.retention_override_until",
    until_reason: "b.retention_override_reason",
    contents: sql`(select coalesce(json_agg(text order by id), '[]') from contents where box_id = b.id)`,
    parts: sql`(select coalesce(json_agg(${json<Part>({
      id: "i.id",
      class: "i.retention_class_id",
      name: "n.name",
      from: "i.retention_from",
    })} order by i.id), '[]') from contents i left join retention_classes n on n.id = i.retention_class_id
      where i.box_id = b.id and (i.retention_class_id is not null or i.retention_from is not null))`,
    batch: "l.batch_id",
  })}
  from boxes b join customers c on c.id = b.customer_id left join retention_classes k on k.id = b.retention_class_id
    left join lateral (select * from holds_on(b.id) limit 1) h on true
    left join destruction_lines l on l.box_id = b.id and l.living`;
const endsSql = (of: Due, show: DueKind, { limit, offset }: { limit: number; offset: number }) => sql<RetainedRow>`
  ${totalsSql} where ${living(of.customer)} and ${conditions[show](of)} order by b.retain_until, b.meta_destroy_year, b.number limit ${limit} offset ${offset}`;
const retainedById = (scope: Scope, id: number) =>
  sql<RetainedRow>`${totalsSql} where b.id = ${id}::bigint and ${seenBy(scope, sql`b.customer_id`)}`;

const rulesOfClasses = (ids: readonly number[]) => sql<{ id: number; rules: DatedRule[] }>`
  select k.id, ${rules} as rules from retention_classes k where k.id = any(${ids}::bigint[])`;

const nothing: Counts = { due: 0, marked: 0, later: 0, held: 0, away: 0, open: 0 };

/**
 * Returns what of a customer may be destroyed in a year, why, and how much of it there is. The result is nothing for a customer that is not the
 * caller's.
 */
export async function listRetainedBoxes(db: Reader, scope: Scope, query: Query<typeof listRetained>, thisYear: number) {
  const { customer, year = thisYear, show = "due", limit = pageSize, offset = 0 } = query;
  const whose = await ownerOf(db, scope, customer);
  if (!whose) {
    const defaultFacts = { finance_supervised: false, audit_open_from: null, by_batch: false, eligible: 0 };
    const ofNobody = { year, ...defaultFacts, counts: nothing };
    return { ...toPage<RetainedBox>([], 0, { limit, offset }), ...ofNobody };
  }
  const parameters = { customer: whose.id, year, held: whose.held, open: whose.audit_open_from !== null };
  const [[counted], rows, eligible] = await Promise.all([
    db.list("retained-counts", counts(parameters)),
    db.list(`retained-${show}`, endsSql(parameters, show, { limit, offset })),
    scope.isStaff ? eligibleOf(db, show, whose.by_batch, parameters) : 0,
  ]);
  const totals = counted ?? nothing;
  const rulesBy = await rulesOf(db, rows);
  const boxes = rows.map((row) => boxOf(row, rulesBy));
  const { finance: finance_supervised, audit_open_from, by_batch } = whose;
  const decides = { finance_supervised, audit_open_from, by_batch, eligible };
  return { ...toPage(boxes, totals[show], { limit, offset }), year, ...decides, counts: totals };
}

/** Returns what of each customer that the caller sees may be destroyed in a year, a page of customers by their number. */
export async function retainedByCustomer(
  db: Reader,
  scope: Scope,
  { year, limit = pageSize, offset = 0 }: Query<typeof listRetainedCustomers> & { readonly year: number },
) {
  const total = sql<{ count: number }>`select count(*)::int as count from ${customersOf(scope)}`;
  const whose = scope.isStaff ? "all" : "own"; // a statement's name stands for one text
  const [rows, [counted]] = await Promise.all([
    db.list(`retained-by-${whose}-customers`, byCustomer(scope, year, { limit, offset })),
    db.list(`${whose}-customers`, total),
  ]);
  return { ...toPage(rows, counted?.count ?? 0, { limit, offset }), year };
}

/** Counts the boxes of a list that can be marked, or put into a batch; only of those that may be destroyed. */
async function eligibleOf(db: Reader, show: DueKind, byBatch: boolean, given: Due): Promise<number> {
  if (show !== "due" && show !== "later") return 0;
  const name = `retained-eligible-${show}${byBatch ? "-batch" : ""}`;
  const [found] = await db.list(name, eligibleBoxes(given, show, byBatch));
  return found?.eligible ?? 0;
}

/** Until when a box is kept, and why; a 404 where there is none or it is not the caller's. */
export async function retentionOfBox(db: Reader, scope: Scope, id: number): Promise<BoxRetention> {
  const [row] = await db.list("retained-by-id", retainedById(scope, id));
  if (!row) throw notFound();
  const box = boxOf(row, await rulesOf(db, [row]));
  const { customer, until, until_reason } = row;
  const contents = row.parts.map((part) => ({
    id: part.id,
    retention_class: part.class === null ? null : { id: part.class, name: part.name ?? "" },
    begins: part.from,
  }));
  return { ...box, customer, until, until_reason, contents };
}

type Law = ReadonlyMap<number, readonly DatedRule[]>;

/** The rules of the classes of these boxes and their contents. */
async function rulesOf(db: Reader, rows: readonly RetainedRow[]): Promise<Law> {
  const classIds = rows.flatMap(({ class_id, parts }) => [class_id, ...parts.map((part) => part.class)]);
  const distinctIds = [...new Set(classIds.filter((id) => id !== null))];
  const ruleRows = await db.list("rules-of-classes", rulesOfClasses(distinctIds));
  return new Map(ruleRows.map(({ id, rules: all }) => [id, all]));
}

/** By the law as far as it was applied to its customer. */
function boxOf(row: RetainedRow, rulesBy: Law): RetainedBox {
  const { class_id, until, parts, label, audit_from, finance, version, begins } = row;
  const all = [{ class: class_id, from: begins }, ...parts];
  const boxes = all.map((each) => {
    const id = each.class ?? class_id;
    const appliedRule = id === null ? undefined : rulesBy.get(id)?.filter((one) => one.version <= version);
    return { rules: appliedRule ?? null, from: each.from ?? begins };
  });
  const override = until === null ? null : { until, reason: row.until_reason ?? "" };
  return {
    id: row.id,
    code: row.code,
    state: row.state,
    size: row.size,
    contents: row.contents,
    retention_class: class_id === null ? null : { id: class_id, name: row.class_name ?? "" },
    begins,
    ends: row.ends,
    reason: reasonOf({ parts: boxes, override, year: row.meta_destroy_year }, finance),
    meta_destroy_year: row.meta_destroy_year,
    proposed_destroy_year: row.proposed_destroy_year,
    held: label ?? (audit_from === null ? null : auditOpen(audit_from)),
    batch: row.batch,
  };
}

const law = (upto: Sql) => sql`(
  select coalesce(json_agg(${json<DueListData["law"][number]>({
    id: "k.id",
    name: "k.name",
    rules: sql`(select json_agg(${rule} order by valid_from nulls first, r.id) from retention_rules r where class_id = k.id and version <= ${upto})`,
  })}), '[]') from retention_classes k where k.customer_id is null or k.customer_id = c.id)`;

type DueBox = DueListData["boxes"][number];
const part = (name: string) =>
  json<DueBox["own"]>({ class: `${name}.retention_class_id`, from: `${name}.retention_from` });
const auditLabel = sql`${sql.lit(auditOpen(""))} || h.audit_from`;

const dueListData = (scope: Scope, id: number, year: number) => sql<ListData>`
  select ${selectList<ListData>({
    data: sql`${json<DueListData>({
      customer: json<DueListData["customer"]>(customerFields),
      year: sql`${year}::int`,
      finance: "c.finance_supervised",
      law: law(sql`c.retention_version`),
      boxes: boxesBy(sql`b.number`),
      totals: json<DueListData["totals"]>({ boxes: sums.boxes, metres: sums.metres }),
    })}::text`,
    customer: "c.code",
  })}
  from customers c left join lateral (
    select b.number, b.size, ${json<DueBox>({
      code: "b.code",
      contents: sql`(select coalesce(json_agg(text order by id), '[]') from contents where box_id = b.id)`,
      own: part("b"),
      parts: sql`(select coalesce(json_agg(${part("i")} order by i.id), '[]') from contents i
        where i.box_id = b.id and (i.retention_class_id is not null or i.retention_from is not null))`,
      until: "b.retention_override_until",
      untilReason: "b.retention_override_reason",
      ends: "b.retain_until",
      kind: sql`case when ${isLater(year)} then 'later' when h.box is not null then 'held' when ${isHome} then 'due' else 'away' end`,
      destroyYear: "b.meta_destroy_year",
      held: sql`coalesce(h.label, ${auditLabel})`,
    })} as box
    from boxes b left join lateral (select b.id as box, * from holds_on(b.id) limit 1) h on true
    where b.customer_id = c.id and b.state <> ${sql.lit(BoxState.destroyed)} and ${isEnded(year)}) b on true
  where ${customerCondition(scope, id)} group by c.id`;

/** `DueListData` as JSON: what of a customer may go in a year. */
export const dueListOf = (db: Reader, scope: Scope, id: number, year: number) =>
  paperData(db, "due-list", dueListData(scope, id, year));

interface YearRow {
  year: number;
  boxes: number;
  mm: number;
}

const yearRow = selectList<YearRow>({
  year: sql`greatest(extract(year from retain_until)::int + 1, meta_destroy_year)`,
  boxes: sql`count(*)::int`,
  mm: sql`sum(size)::int8`,
});

const years = (customer: number) => sql<YearRow>`
  select ${yearRow}
  from boxes b where ${living(customer)} and not (${isOpen}) group by 1 order by 1`;
const mmInMetre = 1000;

/** Returns how much of a customer becomes free in which year. */
export async function yearsOf(db: Reader, scope: Scope, customer: number) {
  const whose = await ownerOf(db, scope, customer);
  if (!whose) return { results: [] };
  const rows = await db.list("retention-years", years(whose.id));
  return { results: rows.map(({ year, boxes, mm }) => ({ year, boxes, meters: mm / mmInMetre })) };
}
