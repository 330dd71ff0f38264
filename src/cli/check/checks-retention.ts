import { sql } from "kysely";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { catalogue } from "#rules/destruction/retention/catalogue.ts";
import { toStatement } from "#server/database/connections/statement.ts";
import { endsSql } from "#server/database/retention/ends.ts";
import type { Check } from "./proof.ts";

const literal = (value: string | number | boolean | null) =>
  value === null ? "null" : typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
const law = catalogue
  .flatMap(({ key, rules }) =>
    rules.map(({ years, months, start, applies_if, valid_from, valid_to, basis }) =>
      [key, years, months, start, applies_if, valid_from, valid_to, basis].map(literal).join(", "),
    ),
  )
  .map((row) => `(${row})`);

/** Checks on the ends of retention and on holds. */
export const retentionChecks: readonly Check[] = [
  {
    name: "the database holds the law that the rules have",
    over: "retention_rules",
    sql: `with law (key, years, months, start, applies_if, valid_from, valid_to, basis) as (values ${law.join(", ")}),
      said as (select key, years, months, start, applies_if, valid_from::date, valid_to::date, basis from law),
      kept as (select c.key, r.years::int, r.months::int, r.start, r.applies_if, r.valid_from, r.valid_to, r.basis
        from retention_rules r join retention_classes c on c.id = r.class_id where c.customer_id is null)
      select null as code, concat_ws(' ', how, key, years, 'years', valid_from) as what from (
        select 'missing:' as how, * from (select * from said except all select * from kept) m
        union all select 'surplus:', * from (select * from kept except all select * from said) s) d`,
  },
  {
    name: "every box is kept as long as its class, its contents and the applied law say",
    over: "boxes",
    sql: `select b.code, concat('kept until ', coalesce(b.retain_until::text, 'nobody knows'), ', computed ', coalesce(e.ending::text, 'nothing')) as what
      from (${toStatement(endsSql(sql`b.state <> 6`)).sql}) e join boxes b on b.id = e.id where b.retain_until is distinct from e.ending`,
  },
  {
    name: "no end has moved without an entry in the history",
    over: "boxes",
    sql: `with last as (select distinct on (box_id) box_id, meta ->> 'to' as recorded, blanked from history
        where kind = ${K.retentionChanged} order by box_id, seq desc)
      select b.code, concat('kept until ', coalesce(b.retain_until::text, 'nobody knows'), ', history records ', coalesce(l.recorded, 'nothing')) as what
      from boxes b left join last l on l.box_id = b.id where b.retain_until::text is distinct from l.recorded and l.blanked is null`,
  },
  {
    name: "boxes and contents have classes of the law or of their own customer",
    over: "boxes",
    sql: `select b.code, 'class ' || k.key || ' of customer id ' || k.customer_id as what
      from (select id, customer_id, retention_class_id from boxes
        union all select box_id, customer_id, retention_class_id from contents) t
      join retention_classes k on k.id = t.retention_class_id join boxes b on b.id = t.id
      where k.customer_id <> t.customer_id`,
  },
  {
    name: "holds are counted by box and by customer",
    over: "holds",
    sql: `with counted as (select n.box_id, count(*) as holds from hold_boxes n join holds h on h.id = n.hold_id
        where h.released_at is null group by 1)
      select b.code, 'kept ' || b.hold_count || ' holds, counted ' || coalesce(k.holds, 0) as what
      from boxes b left join counted k on k.box_id = b.id where b.hold_count <> coalesce(k.holds, 0)
      union all
      select null, 'customer ' || c.code || ': kept ' || c.hold_count || ' holds, counted ' || n
      from customers c cross join lateral (
        select count(*) as n from holds where customer_id = c.id and scope = 'customer' and released_at is null) k
      where c.hold_count <> n`,
  },
];
