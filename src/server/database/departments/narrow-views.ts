import { sql } from "kysely";
import type pg from "pg";
import type { Sql } from "#server/database/connections/statement.ts";

/**
 * Views of a department on each table (decision 128): each has the table's name, in a schema that its statements look into first. So every statement,
 * also one that joins the program tomorrow, reads no other department's rows. A table that stands in none of the three lists is refused by a test.
 */
const me = "current_setting('magazin.department_user')::bigint";

/**
 * Returns SQL that says whether the user sees what a row of a customer with a cost centre is about. The user sees all of the customer's, or these.
 */
const seen = (row: string) => `exists (
  select from public.customer_users u where u.user_id = ${me} and u.customer_id = ${row}.customer_id
    and (u.cost_centres is null or ${row}.cost_centre = any(u.cost_centres)))`;

const seenBox = (id: string) => `exists (select from public.boxes b where b.id = ${id} and ${seen("b")})`;
const seenDelivery = (id: string) => `exists (select from public.deliveries d where d.id = ${id} and ${seen("d")})`;
/** A destruction says what was destroyed as a whole: it is a department's where all of its boxes are. */
const seenBatch = (
  id: string,
) => `exists (select from public.destruction_lines l where l.batch_id = ${id}) and not exists (
  select from public.destruction_lines l where l.batch_id = ${id} and not ${seenBox("l.box_id")})`;

/** Rows of a table, as they are. */
const rows = (which: (row: string) => string) => (table: string) =>
  `select t.* from public.${table} t where ${which("t")}`;
const ofBox = rows((row) => seenBox(`${row}.box_id`));
const ofLine = rows((row) => `${seenBox(`${row}.box_id`)} and ${seenDelivery(`${row}.delivery_id`)}`);
const nothing = rows(() => "false");

/** The views by the name of their table. */
const views: Readonly<Record<string, (table: string) => string>> = {
  boxes: rows(seen),
  box_numbers: ofBox,
  cases: ofBox,
  contents: ofBox,
  history: ofBox,
  hold_boxes: ofBox,
  images: ofBox,
  storage_periods: ofBox,
  taken_entries: ofBox,
  waiting_entries: ofBox,
  deliveries: rows(seen),
  // which boxes were added and taken out: others' may be among them
  delivery_events: (table) => `
    select t.id, t.delivery_id, t.kind, t.user_id, case when t.kind not in ('boxes', 'boxcontents') then t.from_value end as from_value,
      case when t.kind not in ('boxes', 'boxcontents') then t.to_value end as to_value, t.created
    from public.${table} t where ${seenDelivery("t.delivery_id")}`,
  delivery_boxes: ofLine,
  delivery_contents: ofLine,
  digital_copies: ofLine,
  // what was signed names every line
  delivery_proofs: rows(
    (row) => `${seenDelivery(`${row}.delivery_id`)} and not exists (
      select from public.delivery_boxes l where l.delivery_id = ${row}.delivery_id and not ${seenBox("l.box_id")}) and not exists (
      select from public.delivery_contents l where l.delivery_id = ${row}.delivery_id and not ${seenBox("l.box_id")})`,
  ),
  destruction_batches: rows((row) => seenBatch(`${row}.id`)),
  destruction_events: rows((row) => seenBatch(`${row}.batch_id`)),
  destruction_lines: rows((row) => seenBatch(`${row}.batch_id`)),
  destruction_papers: rows((row) => seenBatch(`${row}.batch_id`)),
  // one of the whole customer's is everybody's
  holds: rows(
    (row) => `${row}.scope = 'customer' or exists (
      select from public.hold_boxes h where h.hold_id = ${row}.id and ${seenBox("h.box_id")})`,
  ),
  // those whom a department may read about: who sees the whole customer, or some of the same
  customer_users: rows(
    (row) => `exists (
      select from public.customer_users u where u.user_id = ${me} and u.customer_id = ${row}.customer_id
        and (u.cost_centres is null or ${row}.cost_centres is null or ${row}.cost_centres && u.cost_centres))`,
  ),
  cost_centres: () => `
    select c.* from public.cost_centres c
    join public.customer_users u on u.user_id = ${me} and u.customer_id = c.customer_id and u.cost_centres is null
    union all
    select u.customer_id, unnest(u.cost_centres) from public.customer_users u where u.user_id = ${me}`,
  customer_counts: () => `
    select b.customer_id, b.state, count(*) as boxes, coalesce(sum(b.size) filter (where b.row_id is not null), 0) as placed_mm,
      count(b.row_id) as placed_boxes
    from public.boxes b where ${seen("b")} group by 1, 2`,
  delivery_counts: () => `
    select d.customer_id, d.kind, d.state, count(*) as deliveries from public.deliveries d where ${seen("d")} group by 1, 2, 3`,
  due_counts: () => `
    select d.customer_id, d.year, count(*) as boxes, sum(d.size) as mm
    from (select b.customer_id, b.size, due_year(b.state, b.retain_until, b.meta_destroy_year) as year from public.boxes b where ${seen("b")}) d
    where d.year is not null group by 1, 2`,
  customer_items: () => `
    select u.customer_id,
      (select count(*) from public.contents c where c.customer_id = u.customer_id and ${seenBox("c.box_id")}) as contents,
      (select count(*) from public.images i where i.customer_id = u.customer_id and ${seenBox("i.box_id")}) as images
    from public.customer_users u where u.user_id = ${me}`,
};

/** Tables about the whole of a customer or about the archive, which no department can access. */
const empty = [
  "agreements",
  "area_counts",
  "area_months",
  "audit_days",
  "billed_months",
  "box_changes",
  "case_events",
  "charged_copies",
  "charged_deliveries",
  "charged_history",
  "customer_months",
  "box_cost_centres",
  "customer_terms",
  "debit_files",
  "debited_invoices",
  "debits_taken_back",
  "deleted_boxes",
  "delivery_months",
  "history_authors",
  "import_rows",
  "imports",
  "invoice_hashes",
  "invoice_notes",
  "invoice_series",
  "invoices",
  "late_counts",
  "late_deliveries",
  "list_rates",
  "messages",
  "object_changes",
  "option_months",
  "picture_claims",
  "price_lists",
  "price_rules",
  "restored_numbers",
  "row_counts",
  "search_words",
  "service_entries",
  "stock_months",
  "stocktake_accepted",
  "stocktake_expected",
  "stocktake_looks",
  "stocktake_rows",
  "stocktake_scans",
  "stocktakes",
  "tour_stops",
  "tours",
  "used_pictures",
] as const;

/** Tables that say nothing about a department's things: they are read as everybody reads them, within the `Scope`. */
const shared = [
  "access_given",
  "answers",
  "api_tokens",
  "apps",
  "areas",
  "audit",
  "box_state_changes",
  "case_state_changes",
  "closing_days",
  "customer_addresses",
  "customers",
  "delivery_options",
  "destruction_state_changes",
  "audit_floor",
  "history_floor",
  "jobs",
  "known_addresses",
  "known_devices",
  "login_failures",
  "mail_choices",
  "migrations",
  "own_certificates",
  "pack_origin",
  "password_links",
  "procedure_changes",
  "provider",
  "recovery_codes",
  "retention_classes",
  "retention_rules",
  "rows",
  "saved_views",
  "scans",
  "seal_stamps",
  "seals",
  "second_factors",
  "stocktake_state_changes",
  "takeovers",
  "tokens",
  "user_identities",
  "users",
  "webhooks",
] as const;

/** The tables that departments were thought of at. */
export const departmentTables: readonly string[] = [...Object.keys(views), ...empty, ...shared];

/** The schema that a department's statements look into first; only as long as its views are there, which `enterDepartment` holds on to. */
export const departmentSchema = "department";

/**
 * Begins to read as a user of a department, until the transaction ends: without it a statement fails, since nobody is named. The view is held on to, so that
 * nobody takes the views away meanwhile, behind which stand the whole tables.
 */
export const enterDepartment = (userId: number): readonly Sql[] => [
  sql`select set_config('magazin.department_user', ${sql.lit(String(userId))}, true)`,
  sql`select from ${sql.ref(`${departmentSchema}.boxes`)} limit 0`,
];

/** Says whether the views are missing for the moment: a migration recreates them. */
export const areViewsAway = (error: unknown): boolean =>
  ["3F000", "42P01"].includes((error as { code?: string } | null)?.code ?? "");

const definitions: readonly (readonly [string, string])[] = [
  ...Object.entries(views).map(([table, view]) => [table, view(table)] as const),
  ...empty.map((table) => [table, nothing(table)] as const),
];

/** Stamp of what the views were made from. They must be recreated where a table was recreated, or has other columns. */
const stamp = `
  select md5($1 || string_agg(concat_ws(' ', c.oid, a.attname, a.atttypid), ',' order by c.oid, a.attnum)) as stamp,
    obj_description(to_regnamespace('${departmentSchema}'), 'pg_namespace') as found
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname <> 'migrations'`;

/** Makes the views of departments, unless they stand as they should. Whoever migrates has seen to it that nobody else does. */
export async function makeDepartmentViews(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ stamp: string; found: string | null }>(stamp, [
    JSON.stringify(definitions),
  ]);
  const [at] = found;
  if (!at || at.stamp === at.found) return;
  const steps = definitions.map(([table, text]) => `create view ${departmentSchema}.${table} as ${text}`);
  const comment = `comment on schema ${departmentSchema} is '${at.stamp}'`;
  await client.query(["begin", drop, `create schema ${departmentSchema}`, ...steps, comment, "commit"].join("; "));
}

const drop = `drop schema if exists ${departmentSchema} cascade`;

/** Takes the views away: a column that a view shows cannot be changed. */
export async function dropDepartmentViews(client: pg.ClientBase): Promise<void> {
  await client.query(drop);
}
