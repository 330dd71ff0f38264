-- Every history entry proves itself and all before it of its box; every day is sealed (decision 062). What is said in an entry, `meta`
-- and `text`, goes in by its digest, so that it can be blanked one day while the chain still holds.

create function entry_digest(salt bytea, meta jsonb, text text) returns bytea language sql immutable parallel safe
return sha256(salt
  || coalesce(int4send(octet_length(convert_to(meta::text, 'UTF8'))) || convert_to(meta::text, 'UTF8'), '\xffffffff')
  || coalesce(int4send(octet_length(convert_to(text, 'UTF8'))) || convert_to(text, 'UTF8'), '\xffffffff'));

-- The first byte is the version of what follows.
create function entry_hash(previous bytea, box_id bigint, seq int, kind smallint, user_id bigint, created timestamptz, digest bytea)
returns bytea language sql immutable parallel safe
return sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || '\x01' || int8send(box_id) || int4send(seq) || int2send(kind)
  || int8send(coalesce(user_id, 0)) || timestamptz_send(created) || digest);

-- No entry begins before this any more: what is older is sealed.
create table history_floor (
  one boolean primary key default true check (one),
  at timestamptz not null default '-infinity'
);
insert into history_floor default values;

-- What is there is sealed as it is found.
create aggregate chained(bigint, int, smallint, bigint, timestamptz, bytea) (sfunc = entry_hash, stype = bytea);
alter table history rename to history_before;
alter table history_before rename constraint history_pkey to history_before_pkey;
create table history as
  with salted as materialized (select *, uuid_send(gen_random_uuid()) as salt from history_before),
  digested as materialized (select *, entry_digest(salt, meta, text) as digest from salted)
  select box_id, seq, kind, user_id, meta, text, created, salt, digest,
    chained(box_id, seq, kind, user_id, created, digest) over (partition by box_id order by seq rows unbounded preceding) as hash
  from digested;
drop table history_before;
drop aggregate chained(bigint, int, smallint, bigint, timestamptz, bytea);
alter table history
  alter box_id set not null,
  alter seq set not null,
  alter kind set not null,
  alter created set default now(),
  alter created set not null,
  alter digest set not null,
  alter hash set not null,
  add constraint history_seq_check check (seq >= 1),
  add constraint history_kind_check check (kind between 0 and 99),
  -- a blanked entry has neither
  add constraint history_salt_check check (octet_length(salt) = 16 and salt is not null or num_nonnulls(salt, meta, text) = 0),
  add constraint history_digest_check check (octet_length(digest) = 32),
  add constraint history_hash_check check (octet_length(hash) = 32),
  add constraint history_pkey primary key (box_id, seq),
  add constraint history_user_id_fkey foreign key (user_id) references users;
create index history_created on history using brin (created) with (autosummarize = on);
create trigger history_rows before update or delete on history for each row execute function refuse_change();
create trigger history_table before truncate on history for each statement execute function refuse_change();

create function chain_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  floor timestamptz;
  previous bytea;
begin
  select f.at, h.hash into floor, previous
  from history_floor f left join history h on h.box_id = new.box_id and h.seq = new.seq - 1;
  if new.seq > 1 and previous is null then
    raise exception 'box % has no history entry % to follow', new.box_id, new.seq - 1 using errcode = 'check_violation';
  end if;
  new.created := greatest(new.created, floor); -- a clock may have been put back
  new.salt := uuid_send(gen_random_uuid());
  new.digest := entry_digest(new.salt, new.meta, new.text);
  new.hash := entry_hash(previous, new.box_id, new.seq, new.kind, new.user_id, new.created, new.digest);
  return new;
end $$;
create trigger history_chain before insert on history for each row execute function chain_entry();

-- One over the heads of all boxes whose history grew since the one before.
create table seals (
  number int primary key check (number >= 1),
  -- what was written before, and after the seal before
  until timestamptz not null unique,
  boxes int not null,
  entries int not null,
  root bytea not null check (octet_length(root) = 32),
  previous bytea not null check (octet_length(previous) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  -- entries that were there before entries were chained: sealed as they were found
  found boolean not null,
  made timestamptz not null default clock_timestamp()
);
create trigger seals_rows before update or delete on seals for each row execute function refuse_change();
create trigger seals_table before truncate on seals for each statement execute function refuse_change();

-- The root of a Merkle tree whose last node, where it has no neighbour, rises as it is.
create function merkle_root(nodes bytea[]) returns bytea language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if cardinality(nodes) = 0 then return sha256(''); end if;
  while cardinality(nodes) > 1 loop
    select array_agg(coalesce(sha256('\x01' || node || neighbour), node) order by n) into nodes
    from (select node, n, lead(node) over (order by n) as neighbour from unnest(nodes) with ordinality as u (node, n)) pairs
    where n % 2 = 1;
  end loop;
  return nodes[1];
end $$;

create function seal_hash(previous bytea, number int, until timestamptz, boxes int, entries int, root bytea, as_found boolean)
returns bytea language sql immutable parallel safe
return sha256(previous || '\x01' || int4send(number) || timestamptz_send(until) || int4send(boxes) || int4send(entries)
  || boolsend(as_found) || root);

-- From now on nothing is written before `at`. Whoever writes at this moment is waited for (lock_timeout), and what they wrote belongs before.
create function close_history(at timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table history in share mode;
  update history_floor f set at = close_history.at where f.at < close_history.at and close_history.at <= now();
end $$;

-- Seals what was closed and is not sealed; answers whether there was anything.
create function make_seal(as_found boolean default false) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  last seals;
  ending timestamptz;
  leaves bytea[];
  total int;
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
  root := merkle_root(leaves);
  last.number := coalesce(last.number, 0) + 1;
  last.hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  insert into seals (number, until, boxes, entries, root, previous, hash, found)
  values (last.number, ending, cardinality(leaves), total, root, last.hash,
    seal_hash(last.hash, last.number, ending, cardinality(leaves), total, root, as_found), as_found);
  return true;
end $$;

do $$ begin
  if exists (select from history) then
    perform close_history(now());
    perform make_seal(true);
  end if;
end $$;

-- Storage periods ----------------------------------------------------------------------------------------------------

-- When a box held a place, in days of Berlin: it counts on day D where it holds one at the end of D, so on `from_day` and not on `to_day`.
-- Invoices by the metre and day are made from them: a period is closed and never changed.
create table storage_periods (
  box_id bigint not null,
  customer_id bigint not null,
  size_mm int not null check (size_mm >= 1),
  from_day date not null,
  to_day date check (to_day >= from_day),
  foreign key (box_id, customer_id) references boxes (id, customer_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create function berlin_day(timestamptz) returns date language sql stable parallel safe
return ($1 at time zone 'Europe/Berlin')::date;

-- What the periods must be, from the history: an entry puts a box on a place (1), frees its place (3 to 6, 17, 31) or changes its size (16).
-- A move that is taken back (31) is followed by the place before (1) in one moment: the box held one all the time.
create function storage_from_history() returns table (box_id bigint, customer_id bigint, size_mm int, from_day date, to_day date)
language sql stable
begin atomic
  with told as (
    select h.box_id, b.customer_id, h.seq, berlin_day(h.created) as day, b.size,
      case when h.kind <> 16 and not (h.kind = 31 and (lead(h.kind) over of_box, lead(h.created) over of_box) is not distinct from (1::smallint, h.created))
        then h.kind = 1 end as takes,
      case when h.kind = 16 then (h.meta ->> 'to')::int end as new_size,
      first_value(case when h.kind = 16 then (h.meta ->> 'from')::int end) over (partition by h.box_id order by h.kind <> 16, h.seq) as first_size
    from history h join boxes b on b.id = h.box_id where h.kind in (1, 3, 4, 5, 6, 16, 17, 31)
    window of_box as (partition by h.box_id order by h.seq)),
  counted as (
    select *, count(takes) over so_far as moves, count(new_size) over so_far as sizes from told
    window so_far as (partition by told.box_id order by seq rows unbounded preceding)),
  known as (
    select counted.box_id, counted.customer_id, seq, day, bool_or(takes) over (partition by counted.box_id, moves) as held,
      coalesce(max(new_size) over (partition by counted.box_id, sizes), first_size, size) as mm
    from counted),
  compared as (
    select known.*, lag(held) over in_order as held_before, lag(mm) over in_order as mm_before from known
    window in_order as (partition by known.box_id order by seq)),
  runs as (
    select compared.*, lead(day) over (partition by compared.box_id order by seq) as ending from compared
    where (held, mm) is distinct from (held_before, mm_before))
  select runs.box_id, runs.customer_id, mm, day, ending from runs where held;
end;

insert into storage_periods select * from storage_from_history();
create unique index storage_periods_open on storage_periods (box_id) where to_day is null;
create index storage_periods_box on storage_periods (box_id, from_day);
create index storage_periods_customer on storage_periods (customer_id, from_day) include (to_day, size_mm);

create function keep_periods() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.to_day is null and new.to_day is not null
     and (old.box_id, old.customer_id, old.size_mm, old.from_day) = (new.box_id, new.customer_id, new.size_mm, new.from_day) then
    return new;
  end if;
  raise exception 'storage periods are closed and never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger storage_periods_rows before update or delete on storage_periods for each row execute function keep_periods();

-- A box took or left a place, or changed its size on it. The day is the one of the history entry that is being written with it.
create function note_storage() returns trigger language plpgsql as $$
declare
  today date;
begin
  select berlin_day(greatest(now(), at)) into today from history_floor;
  if tg_op = 'UPDATE' and old.row_id is not null then
    update storage_periods set to_day = greatest(from_day, today) where box_id = new.id and to_day is null;
  end if;
  if new.row_id is not null then
    insert into storage_periods (box_id, customer_id, size_mm, from_day) values (new.id, new.customer_id, new.size, today);
  end if;
  return null;
end $$;
create trigger boxes_stored_in after insert on boxes for each row when (new.row_id is not null) execute function note_storage();
create trigger boxes_stored after update on boxes for each row
  when ((old.row_id is null) <> (new.row_id is null) or old.row_id is not null and old.size <> new.size) execute function note_storage();
