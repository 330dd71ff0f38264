import { nextBatchStates } from "#rules/destruction/batch-state.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { toStatement } from "#server/database/connections/statement.ts";
import { isOtherContents } from "#server/database/destruction/verify-batches.ts";
import type { Check } from "./proof.ts";

const changes = Object.entries(nextBatchStates).flatMap(([from, next]) =>
  (next as number[]).map((to) => `(${from}, ${to})`),
);

/** Checks on destruction by batches: the things destroyed, the people who did it, and the records of it. */
export const destructionChecks: readonly Check[] = [
  {
    name: "the database allows the steps of destruction batches that the rules allow",
    over: "destruction_state_changes",
    sql: `with rule (from_state, to_state) as (values ${changes.join(", ")})
      select null as code, 'from ' || from_state || ' to ' || to_state as what
      from rule r full join (select from_state, to_state from destruction_state_changes where from_state <> to_state) d using (from_state, to_state)
      where r.* is null or d.* is null`,
  },
  {
    name: "destruction batches have the numbers from 1 on, and a last event that matches their state",
    over: "destruction_batches",
    sql: `with last as (select distinct on (batch_id) batch_id, kind from destruction_events where kind in (0, 2, 3, 4, 5, 7, 8, 9) order by batch_id, seq desc)
      select null as code, 'batch ' || id || ' is the ' || nth || 'th' as what
      from (select id, row_number() over (order by id) as nth from destruction_batches) d where id <> nth
      union all
      select null, 'batch ' || d.id || ' in state ' || d.state || ', last event of kind ' || coalesce(l.kind::text, 'none')
      from destruction_batches d left join last l on l.batch_id = d.id
      where l.kind is distinct from case d.state when 0 then 0 when 1 then 2 when 2 then 3 when 3 then 4 when 4 then 5 when 5 then 7 when 6 then 8 else 9 end`,
  },
  {
    name: "every box that was scanned at the shredder was approved, waited for, and has it in its history",
    over: "destruction_lines",
    sql: `select b.code, 'batch ' || l.batch_id || case when h.n = 2 then ' did not let it go' else ': its history does not record it' end as what
      from destruction_lines l join boxes b on b.id = l.box_id join destruction_batches d on d.id = l.batch_id
      cross join lateral (select count(distinct kind) as n from history
        where box_id = b.id and kind in (${K.shredded}, ${K.destroyed}) and (meta ->> 'batch')::int = l.batch_id) h
      where l.scanned_at is not null and (h.n < 2 or l.decision <> 1 or l.scanned_at < d.wait_until or d.state not in (4, 5, 6))`,
  },
  {
    name: "no batch was approved or confirmed, no destruction witnessed and no change of a procedure agreed to by one person alone",
    over: "destruction_batches",
    // of before only what the programs of then refused: who had access to whose account was known in part
    sql: `with since as (select run_on from migrations where name = '0122_hands-of-others')
      select null as code, 'batch ' || id as what from destruction_batches, since
      where confirmed_at > run_on and may_be_one(proposed_by, confirmed_by, confirmed_at)
        or approved_at > run_on and approver_reference is null and may_be_one(proposed_by, approved_by, approved_at)
        or confirmed_at > run_on and approver_reference is null and may_be_one(approved_by, confirmed_by, confirmed_at)
        or shredded_at > run_on and may_be_one(shredded_by, witness_by, shredded_at)
      union all
      select null, 'change ' || id || ' of a procedure' from procedure_changes, since
      where agreed_at > run_on and may_be_one(asked_by, agreed_by, agreed_at)`,
  },
  {
    name: "since a customer's boxes are destroyed with approval only, none was without",
    over: "boxes",
    sql: `select b.code, 'destroyed at ' || h.created as what
      from customers c join boxes b on b.customer_id = c.id join history h on h.box_id = b.id and h.kind = ${K.destroyed}
      where c.destruction_procedure = 1 and h.created > c.procedure_since
        and not exists (select from destruction_lines l
          where l.box_id = b.id and l.batch_id = (h.meta ->> 'batch')::int and l.scanned_at is not null)`,
  },
  {
    name: "no history records a shredder that no line knows",
    over: "destruction_lines",
    sql: `select b.code, 'batch ' || coalesce(h.meta ->> 'batch', 'unknown') as what
      from history h join boxes b on b.id = h.box_id
      where h.kind = ${K.shredded} and not exists (select from destruction_lines l
        where l.box_id = h.box_id and l.batch_id = (h.meta ->> 'batch')::int and l.scanned_at is not null)`,
  },
  {
    name: "a box is to be destroyed by one batch at most, and only while that is open",
    over: "destruction_lines",
    sql: `select b.code, 'batch ' || l.batch_id || ' in state ' || d.state as what
      from destruction_lines l join boxes b on b.id = l.box_id join destruction_batches d on d.id = l.batch_id
      where l.living <> (d.state not in (5, 6, 9) and l.decision <> 2 and l.scanned_at is null and l.not_destroyed_reason is null)`,
  },
  {
    name: "the archive's copies of certificates are what was certified",
    over: "destruction_papers",
    sql: `select null as code, d.certificate_number as what from destruction_batches d
      left join destruction_papers p on p.batch_id = d.id and p.kind = 'certificate'
      where d.state = 6 and (p.bytes is null or sha256(p.bytes) <> d.certificate_sha256)`,
  },
  {
    name: "what was decided of a batch's boxes is what was sealed",
    over: "destruction_events",
    sql: `select null as code, 'batch ' || batch_id as what from destruction_events
      where meta ? 'decisions' and meta ->> 'decisions' <> encode(destruction_decisions(batch_id), 'hex')`,
  },
  {
    name: "what boxes held when they were proposed is what was sealed, or was blanked with its box",
    over: "destruction_lines",
    sql: `select b.code, 'batch ' || l.batch_id as what from destruction_lines l join boxes b on b.id = l.box_id where ${toStatement(isOtherContents).sql}`,
  },
  {
    name: "texts are blanked of destroyed boxes alone, and their history says so",
    over: "boxes",
    sql: `select b.code, 'blanked at ' || t.blanked as what
      from (select id, blanked from boxes where blanked is not null
        union select box_id, blanked from contents where blanked is not null) t join boxes b using (id)
      where not exists (select from history h where h.box_id = t.id and h.kind = ${K.blanked} and h.created = t.blanked)`,
  },
  {
    name: "every event of a destruction batch follows the one before it",
    over: "destruction_events",
    sql: `select null as code, 'batch ' || batch_id || ', event ' || seq as what
      from (select *, lag(hash) over (partition by batch_id order by seq) as previous,
          row_number() over (partition by batch_id order by seq) as nth from destruction_events) e
      where seq <> nth or digest <> entry_digest(salt, meta, text)
        or hash <> entry_hash(previous, batch_id, seq, kind, user_id, created, digest)`,
  },
];
