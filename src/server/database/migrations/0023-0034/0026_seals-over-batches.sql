-- What happens to a destruction batch goes into the seals, too (decision 082). Seals of before say nothing of it (null) and keep their hash;
-- the first one from here on is over all that has happened to batches until then.
alter table seals
  add column batches int check (batches >= 0),
  add column events int check (events >= batches),
  add check (num_nulls(batches, events) in (0, 2));

create function seal_hash(previous bytea, number int, until timestamptz, boxes int, entries int, batches int, events int, root bytea, as_found boolean)
returns bytea language sql immutable parallel safe
return sha256(previous || '\x02' || int4send(number) || timestamptz_send(until) || int4send(boxes) || int4send(entries)
  || int4send(batches) || int4send(events) || boolsend(as_found) || root);

create or replace function make_seal(as_found boolean default false) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  last seals;
  ending timestamptz;
  beginning timestamptz;
  leaves bytea[];
  batch_leaves bytea[];
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
  root := merkle_root(leaves || batch_leaves);
  last.number := coalesce(last.number, 0) + 1;
  last.hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  insert into seals (number, until, boxes, entries, batches, events, root, previous, hash, found)
  values (last.number, ending, cardinality(leaves), total, cardinality(batch_leaves), event_total, root, last.hash,
    seal_hash(last.hash, last.number, ending, cardinality(leaves), total, cardinality(batch_leaves), event_total, root, as_found), as_found);
  return true;
end $$;
