import { auditDays } from "#rules/access/audit/audit.ts";
import { growingTables } from "#server/database/seal-history.ts";
import type { Check } from "./proof.ts";

/** The triggers that see to it that tables only grow. */
const sealConditions = [
  ...growingTables.flatMap((table) => [[table, `${table}_rows`] as const, [table, `${table}_table`] as const]),
  ["history", "history_chain"],
  ["history", "history_authors"],
  ["destruction_events", "destruction_events_chain"],
  ["invoices", "invoices_hash"],
  ["audit", "audit_age"],
] as const;
const values = sealConditions.map(([table, trigger]) => `('${table}', '${trigger}')`).join(", ");

/** Days beside those for which entries are kept: the trail is cleaned up at the start and once a day. */
const grace = 2;

export const auditChecks: readonly Check[] = [
  {
    name: "history and audit trail are sealed: nobody changes them, and with the embedded database nobody could",
    over: "pg_trigger",
    sql: `with sealed (relation, trigger) as (values ${values})
      select null as code, relation || ' has no working trigger ' || trigger as what from sealed
      where not exists (select from pg_trigger t where t.tgrelid = relation::regclass and t.tgname = trigger and t.tgenabled in ('O', 'A'))
      union
      select null, relation || ' belongs to ' || pg_get_userbyid(c.relowner) || ', who could change it'
      from sealed join pg_class c on c.oid = relation::regclass
      where exists (select from pg_roles where rolname = 'magazin_history') and pg_get_userbyid(c.relowner) <> 'magazin_history'`,
  },
  {
    // an entry says when it was written by the clock of then: one that was put back is nobody's fault, and worth to know for who reads them
    name: "audit entries follow each other in time",
    over: "audit",
    warning: "odd",
    sql: `select null as code, 'entry ' || id || ' of ' || at || ' came after one of ' || before || ': the clock was put back' as what
      from (select id, at, lag(at) over (order by id) as before from audit) a where at < before - interval '1 minute'`,
  },
  {
    name: "no audit entry is kept longer than it may be",
    over: "audit",
    sql: `select null as code, count(*) || ' entries, the oldest of ' || min(at) as what from audit
      where at < (select least(max(at), now()) from audit) - interval '${auditDays + grace} days' having count(*) > 0`,
  },
];
