-- The entries of the audit trail go into the seals, up to `audit_until` (decision 158). Seals of before say nothing of it (null) and keep their hash; the
-- first ones from here on are over all that is there.
alter table seals
  add column audit_entries int check (audit_entries >= 0),
  add column audit_until timestamptz,
  add check (audit_entries is null or invoices is not null),
  add check ((audit_entries is null) = (audit_until is null));

create function seal_hash(previous bytea, number int, until timestamptz, boxes int, entries int, batches int, events int, invoices int, audit_entries int,
  audit_until timestamptz, root bytea, as_found boolean)
returns bytea language sql immutable parallel safe
return sha256(previous || '\x04' || int4send(number) || timestamptz_send(until) || int4send(boxes) || int4send(entries)
  || int4send(batches) || int4send(events) || int4send(invoices) || int4send(audit_entries) || timestamptz_send(audit_until) || boolsend(as_found) || root);

create or replace function make_seal(as_found boolean default false) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  last seals;
  ending timestamptz;
  beginning timestamptz;
  leaves bytea[];
  batch_leaves bytea[];
  invoice_leaves bytea[];
  audit_leaves bytea[];
  audit_total int;
  audit_ending timestamptz;
  total int;
  event_total int;
  root bytea;
begin
  lock table seals in share row exclusive mode;
  select * into last from seals order by number desc limit 1;
  select at into ending from history_floor;
  if ending <= coalesce(last.until, '-infinity') then return false; end if;
  -- of two who wrote to one box at the same moment the later one may have begun earlier: an entry before a sealed one is sealed with it
  select coalesce(array_agg(sha256('\x00' || int8send(h.box_id) || int4send(h.seq) || h.hash) order by h.box_id), '{}'),
    coalesce(sum(h.seq - sealed), 0)
  into leaves, total
  from (select box_id, max(seq) as seq from history
      where created < ending and created >= coalesce(last.until, '-infinity') group by box_id) heads
    join history h using (box_id, seq)
    cross join lateral (select coalesce(max(seq), 0) as sealed from history e
      where e.box_id = h.box_id and e.created < last.until) before
  where h.seq > sealed;
  -- Whoever takes a step of a batch is waited for, and from then on nobody writes before `ending`; those who come now wait until this is over.
  lock table destruction_events in share mode;
  beginning := case when last.batches is null then '-infinity' else last.until end;
  select coalesce(array_agg(sha256('\x02' || int8send(e.batch_id) || int4send(e.seq) || e.hash) order by e.batch_id), '{}'), coalesce(sum(n), 0)
  into batch_leaves, event_total
  from (select batch_id, max(seq) as seq, count(*) as n from destruction_events
      where created < ending and created >= beginning group by batch_id) heads
    join destruction_events e using (batch_id, seq);
  -- So is whoever issues an invoice, which is like a history of one entry.
  lock table invoices in share mode;
  beginning := case when last.invoices is null then '-infinity' else last.until end;
  select coalesce(array_agg(sha256('\x03' || int8send(invoice_id) || int4send(1) || hash) order by invoice_id), '{}')
  into invoice_leaves
  from invoice_hashes where issued < ending and issued >= beginning;
  last.number := coalesce(last.number, 0) + 1;
  -- Nobody waits here: before its floor no entry begins (`close_audit`). Half a million entries at once; more wait for the next seal.
  beginning := coalesce(last.audit_until, '-infinity');
  select least(at, (select a.at from audit a where a.at >= beginning order by a.at offset 500000 limit 1)) into audit_ending from audit_floor;
  insert into audit_days (seal, day, entries, digest)
  select last.number, berlin_day(a.at), count(*), sha256(string_agg(sha256(audit_bytes(a)), ''::bytea order by a.at, a.id))
  from audit a where a.at >= beginning and a.at < audit_ending group by berlin_day(a.at);
  select coalesce(array_agg(sha256('\x04' || int8send(day - date '2000-01-01') || int4send(entries) || digest) order by day), '{}'), coalesce(sum(entries), 0)
  into audit_leaves, audit_total from audit_days where seal = last.number;
  root := merkle_root(leaves || batch_leaves || invoice_leaves || audit_leaves);
  last.hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  insert into seals (number, until, boxes, entries, batches, events, invoices, audit_entries, audit_until, root, previous, hash, found)
  values (last.number, ending, cardinality(leaves), total, cardinality(batch_leaves), event_total, cardinality(invoice_leaves), audit_total, audit_ending, root, last.hash,
    seal_hash(last.hash, last.number, ending, cardinality(leaves), total, cardinality(batch_leaves), event_total, cardinality(invoice_leaves), audit_total, audit_ending, root, as_found),
    as_found);
  return true;
end $$;
