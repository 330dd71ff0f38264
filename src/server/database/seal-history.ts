import { connect } from "./connect.ts";
import type { Connection } from "./database.ts";

/** All but when: that the database says. */
const auditColumns = "kind, user_id, name, address, customer_code, box_code, object, object_id, meta";
/**
 * The tables that only grow, and what the program's role may do besides reading them. Triggers of their names, `_rows` and `_table`, refuse
 * everything else, as they do to whoever owns them (decisions 12 and 100).
 */
const growing = {
  history: "insert (box_id, seq, kind, user_id, meta, text, created, device, happened)", // its hash is the database's to say
  history_authors: null, // written by `keep_authors`
  deleted_boxes: "insert",
  takeovers: "insert",
  taken_entries: "insert",
  audit: `insert (${auditColumns})`,
  audit_days: null, // written by `make_seal`
  seals: null,
  seal_stamps: "insert",
  destruction_events: "insert",
  destruction_papers: "insert",
  access_given: "insert (user_id, by_user, what)",
  storage_periods: "insert, update (to_day)",
  delivery_events: "insert",
  case_events: "insert",
  stocktake_expected: "insert",
  stocktake_scans: "insert",
  stocktake_looks: "insert",
  stocktake_accepted: "insert",
  hold_boxes: "insert",
  retention_classes: "insert, references", // of boxes, whose indexes are made anew after much was loaded
  retention_rules: "insert",
  invoices: "insert, references", // of entries, notes and months
  invoice_hashes: null, // written by `hash_invoice`
  box_state_changes: null,
  case_state_changes: null,
  destruction_state_changes: null,
  stocktake_state_changes: null,
} as const;
export const growingTables = Object.keys(growing) as (keyof typeof growing)[];
const tables = [...growingTables, "history_floor", "audit_floor"];
const tableList = tables.join(", ");
const grants = Object.entries(growing).filter(([, may]) => may !== null);
/** Whoever could make them anew could write a history that proves itself. */
const sealers = [
  "refuse_change()",
  "audit_limit()",
  "keep_audit()",
  "expire_audit()",
  "said_text(text)",
  "audit_bytes(audit)",
  "place_audit()",
  "close_audit(timestamptz)",
  "entry_digest(bytea, jsonb, text)",
  "entry_hash(bytea, bigint, int, smallint, bigint, timestamptz, bytea)",
  "scanned_entry_hash(bytea, bigint, int, smallint, bigint, timestamptz, uuid, timestamptz, bytea)",
  "chain_entry()",
  "link_entry(bytea, bytea, boolean, bigint, int, smallint, bigint, timestamptz, bytea)",
  "linked(bytea, boolean, bigint, int, smallint, bigint, timestamptz, bytea)",
  "add_entries(bigint, bigint[], int[], smallint[], jsonb[], text[])",
  "keep_authors()",
  "has_personal_text(smallint, jsonb, text)",
  "last_box(bigint)",
  "destroyed_since(bigint)",
  "blank_history(bigint[], int)",
  "keep_history()",
  "keep_taken()",
  "taken_bytes(taken_entries)",
  "chain_destruction_event()",
  "merkle_root(bytea[])",
  "seal_hash(bytea, int, timestamptz, int, int, bytea, boolean)",
  "seal_hash(bytea, int, timestamptz, int, int, int, int, bytea, boolean)",
  "seal_hash(bytea, int, timestamptz, int, int, int, int, int, bytea, boolean)",
  "seal_hash(bytea, int, timestamptz, int, int, int, int, int, int, timestamptz, bytea, boolean)",
  "invoice_hash(invoices)",
  "hash_invoice()",
  "keep_invoice()",
  "close_history(timestamptz)",
  "make_seal(boolean)",
  "hand_of(smallint, jsonb)",
  "typed_by(bigint)",
  "note_access()",
  "hands_on(bigint, timestamptz)",
  "may_be_one(bigint, bigint, timestamptz)",
  "keep_periods()",
  "keep_hold_boxes()",
  "keep_law()",
];

/**
 * Takes write access to history from the program: tables that only grow belong to a role that nobody logs in as, and the database
 * and its schema to the superuser, so that the program's role can read and add, and neither change, empty nor drop them.
 * Done again at every start; to be called as the superuser, after the migrations.
 */
export async function sealHistory(superuser: Connection, role = "magazin"): Promise<void> {
  const client = await connect(superuser);
  try {
    const name = client.escapeIdentifier(role);
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'magazin_history') then
          create role magazin_history nologin;
        end if;
        execute format('alter database %I owner to current_user', current_database());
        execute format('grant connect, create, temporary on database %I to ${name}', current_database());
      end $$;
      alter schema public owner to pg_database_owner;
      grant usage, create on schema public to ${name};
      ${tables.map((table) => `alter table ${table} owner to magazin_history;`).join("\n")}
      ${sealers.map((sealer) => `alter function ${sealer} owner to magazin_history;`).join("\n")}
      revoke all on ${tableList} from ${name}, public;
      grant select on ${tableList} to ${name};
      grant select on all sequences in schema public to ${name}; -- backups have them, too
      ${grants.map(([table, may]) => `grant ${may} on ${table} to ${name};`).join("\n")}
      grant select on boxes, customers to magazin_history; -- what is blanked is destroyed; what is theirs goes with them
      revoke all on function blank_history(bigint[], int) from public;
      grant execute on function blank_history(bigint[], int) to ${name};`);
    const { rows } = await client.query<{ maintain: boolean }>(
      "select current_setting('server_version_num')::int >= 170000 as maintain",
    );
    if (rows[0]?.maintain) await client.query(`grant maintain on ${tableList} to ${name}`); // vacuum and analyze
  } finally {
    await client.end();
  }
}

/** Gives it back to the program's role, for migrations that change it; `sealHistory` takes it again. To be called as the superuser. */
export async function unsealHistory(superuser: Connection, role = "magazin"): Promise<void> {
  const client = await connect(superuser);
  try {
    const { rows } = await client.query("select from pg_roles where rolname = 'magazin_history'");
    if (rows.length > 0) await client.query(`reassign owned by magazin_history to ${client.escapeIdentifier(role)}`);
  } finally {
    await client.end();
  }
}
