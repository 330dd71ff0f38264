import pg from "pg";
import { inject } from "vitest";
import type { FullRoute, Noun } from "#contract/route.ts";
import type { Tables } from "#server/database/tables.ts";
import type { TestDatabase } from "#test/support/database.ts";

/** Data that is out of date on a screen when rows of a table have changed. Null where no screen shows them, or nobody caches the screen's data. */
const nounOf: Record<keyof Tables, Noun | null> = {
  access_given: null,
  api_tokens: "tokens",
  agreements: null,
  apps: "apps",
  area_counts: "areas",
  area_months: null,
  areas: "areas",
  audit: null,
  audit_days: null,
  billed_months: "invoices",
  box_numbers: "boxes",
  boxes: "boxes",
  case_events: "cases",
  cases: "cases",
  closing_days: "closing-days",
  contents: "boxes",
  cost_centres: "customers",
  customer_addresses: "customers",
  customer_counts: "customers",
  customer_items: "customers",
  customer_months: null,
  customer_terms: "billing",
  customer_users: "customers",
  customers: "customers",
  debit_files: "billing",
  debited_invoices: "billing",
  debits_taken_back: "billing",
  deliveries: "deliveries",
  delivery_boxes: "deliveries",
  delivery_contents: "deliveries",
  delivery_counts: "deliveries",
  delivery_events: "deliveries",
  delivery_months: null,
  delivery_options: "customers",
  delivery_proofs: "deliveries",
  digital_copies: "deliveries",
  due_counts: "boxes",
  waiting_entries: "boxes",
  destruction_batches: "destruction-batches",
  destruction_events: "destruction-batches",
  destruction_lines: "destruction-batches",
  destruction_papers: "destruction-batches",
  destruction_state_changes: null,
  history: "boxes",
  history_authors: null,
  hold_boxes: "holds",
  holds: "holds",
  images: "boxes",
  import_rows: "imports",
  imports: "imports",
  invoice_hashes: null,
  invoice_notes: "invoices",
  invoice_series: null,
  invoices: "invoices",
  jobs: null,
  list_rates: null,
  mail_choices: null,
  messages: null,
  known_addresses: "sessions",
  known_devices: "sessions",
  login_failures: null,
  object_changes: null,
  option_months: null,
  own_certificates: null,
  pack_origin: null,
  picture_claims: null,
  password_links: null,
  price_lists: "price-lists",
  price_rules: "price-lists",
  procedure_changes: "procedure-changes",
  recovery_codes: "second-factor",
  restored_numbers: "billing",
  provider: "billing",
  retention_classes: "retention",
  retention_rules: "retention",
  row_counts: "rows",
  rows: "rows",
  saved_views: "views",
  scans: null,
  seal_stamps: null,
  seals: null,
  search_words: null,
  service_entries: null, // every scan may write one: what shows them asks each time
  second_factors: "second-factor",
  stock_months: null,
  stocktake_accepted: "stocktakes",
  stocktake_expected: "stocktakes",
  stocktake_looks: "stocktakes",
  stocktake_rows: "stocktakes",
  stocktake_scans: "stocktakes",
  stocktakes: "stocktakes",
  storage_periods: null,
  box_cost_centres: null, // a bill asks for it each time, as for the periods
  taken_entries: "boxes",
  takeovers: null,
  tour_stops: "tours",
  tours: "tours",
  tokens: "sessions",
  used_pictures: null,
  user_identities: "company-sign-in",
  users: "users",
  webhooks: "webhooks",
};
/** Condition on the rows of a table, where a screen shows some of them only: boxes without a place are in no area. */
const shownRows: Partial<Record<keyof Tables, string>> = { area_counts: "area_id <> 0" };
/** Tables that SQL of the database itself writes, and the code never names. */
const byTriggers: readonly string[] = [
  "agreements",
  "answers",
  "deleted_boxes",
  "late_counts",
  "late_deliveries",
  "list_rates",
];

/** Notes in which tables rows change, and reports it for one call after the other. */
export async function changedTables({ connection }: TestDatabase) {
  const client = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
  await client.connect();
  await client.query(`
    create unlogged table changed_tables (name text primary key);
    create function note_change() returns trigger language plpgsql security definer as $$
      declare is_shown boolean;
      begin
        execute format('select exists (select from changed where %s)', tg_argv[0]) into is_shown;
        if is_shown then
          insert into public.changed_tables values (tg_table_name) on conflict do nothing;
        end if;
        return null;
      end $$`);
  const { rows: tables } = await client.query<{ name: keyof Tables }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'changed_tables'",
  );
  const changes = ["insert", "update", "delete"] as const;
  for (const { name } of tables)
    for (const change of changes)
      await client.query(`
        create trigger noted_${change} after ${change} on ${pg.escapeIdentifier(name)}
        referencing ${change === "delete" ? "old" : "new"} table as changed for each statement execute function note_change(${pg.escapeLiteral(shownRows[name] ?? "true")})`);
  return {
    forget: () => client.query("delete from changed_tables"),
    /** Returns the tables that a call has changed without saying so. */
    async undeclared(name: string, route: FullRoute): Promise<string[]> {
      const { rows } = await client.query<{ name: keyof Tables }>("select name from changed_tables order by 1");
      const touches = route.writes ? route.touches : [];
      return rows.flatMap((table) => {
        if (byTriggers.includes(table.name)) return [];
        const noun = nounOf[table.name];
        if (noun === undefined)
          return [`${table.name} is a table of no noun: give it one in test/contract/changed-tables.ts.`];
        if (noun === null || touches.includes(noun)) return [];
        return [
          `${name} changes ${table.name}: its touches in src/contract/calls want "${noun}", or screens show what was.`,
        ];
      });
    },
    close: () => client.end(),
  };
}
