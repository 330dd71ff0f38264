-- What is issued goes into the seals, too (decision 137). Seals of before say nothing of it (null) and keep their hash; the first one from here on is
-- over all that was issued until then.
alter table seals
  add column invoices int check (invoices >= 0),
  add check (invoices is null or batches is not null);

create function seal_hash(previous bytea, number int, until timestamptz, boxes int, entries int, batches int, events int, invoices int, root bytea, as_found boolean)
returns bytea language sql immutable parallel safe
return sha256(previous || '\x03' || int4send(number) || timestamptz_send(until) || int4send(boxes) || int4send(entries)
  || int4send(batches) || int4send(events) || int4send(invoices) || boolsend(as_found) || root);

create or replace function make_seal(as_found boolean default false) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  last seals;
  ending timestamptz;
  beginning timestamptz;
  leaves bytea[];
  batch_leaves bytea[];
  invoice_leaves bytea[];
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
  root := merkle_root(leaves || batch_leaves || invoice_leaves);
  last.number := coalesce(last.number, 0) + 1;
  last.hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  insert into seals (number, until, boxes, entries, batches, events, invoices, root, previous, hash, found)
  values (last.number, ending, cardinality(leaves), total, cardinality(batch_leaves), event_total, cardinality(invoice_leaves), root, last.hash,
    seal_hash(last.hash, last.number, ending, cardinality(leaves), total, cardinality(batch_leaves), event_total, cardinality(invoice_leaves), root, as_found),
    as_found);
  return true;
end $$;
