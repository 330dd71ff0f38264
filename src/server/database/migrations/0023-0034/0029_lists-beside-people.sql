-- Long lists go in and out in less time, and nobody else waits for them (decision 084).

-- An entry that begins a history follows none, which its key proves: there is nothing to look up. And whoever has written an entry holds
-- the floor where it is, for `close_history` waits for them: what they write of the same moment behind it is not below, either.
create or replace function chain_entry() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  floor timestamptz;
  previous bytea;
  is_above boolean := false;
begin
  if new.seq > 1 then
    select h.hash, h.xmin = pg_current_xact_id()::xid and h.created = now() and new.created = now() into previous, is_above
    from history h where h.box_id = new.box_id and h.seq = new.seq - 1;
    if previous is null then
      raise exception 'box % has no history entry % to follow', new.box_id, new.seq - 1 using errcode = 'check_violation';
    end if;
  end if;
  if not is_above then
    select f.at into floor from history_floor f;
    new.created := greatest(new.created, floor); -- a clock may have been put back
  end if;
  if new.happened > new.created then new.happened := new.created; end if;
  new.salt := uuid_send(gen_random_uuid());
  new.digest := entry_digest(new.salt, new.meta, new.text);
  new.hash := case when new.device is null and new.happened is null
    then entry_hash(previous, new.box_id, new.seq, new.kind, new.user_id, new.created, new.digest)
    else scanned_entry_hash(previous, new.box_id, new.seq, new.kind, new.user_id, new.created, new.device, new.happened, new.digest) end;
  return new;
end $$;

-- Counters ------------------------------------------------------------------------------------------------------------

-- Whoever changes 100,000 boxes would keep everybody waiting who changes a counter of the same area until all of it is done. What is counted
-- by a transaction that sets `magazin.counts_late` is laid here and added when it commits: no row of it is ever seen by another one.
create table late_counts (
  customer_id bigint not null,
  -- of boxes
  area_id int,
  state smallint,
  boxes int not null default 0,
  placed_mm bigint not null default 0,
  contents int not null default 0
);

create function counts_late() returns boolean language sql stable return coalesce(current_setting('magazin.counts_late', true) = 'on', false);

create function add_late_counts() returns trigger language plpgsql as $$
declare
  late late_counts[];
begin
  with gone as (delete from late_counts returning late_counts) select array_agg(gone.late_counts) into late from gone;
  if late is null then return null; end if; -- all of them were added with the first
  insert into customer_counts as k
    select customer_id, state, sum(boxes), sum(placed_mm) from unnest(late) where state is not null
    group by 1, 2 having sum(boxes) <> 0 or sum(placed_mm) <> 0 order by 1, 2
    on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm;
  insert into area_counts as k
    select area_id, state, sum(boxes) from unnest(late) where state is not null group by 1, 2 having sum(boxes) <> 0 order by 1, 2
    on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  insert into customer_items as k (customer_id, contents)
    select customer_id, sum(contents) from unnest(late) group by 1 having sum(contents) <> 0 order by 1
    on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  return null;
end $$;
create constraint trigger late_counts_added after insert on late_counts deferrable initially deferred
  for each row execute function add_late_counts();

create or replace function count_boxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if counts_late() then
      insert into late_counts (customer_id, area_id, state, boxes, placed_mm)
        select customer_id, place_area, state, count(*), coalesce(sum(size) filter (where row_id is not null), 0) from new_boxes group by 1, 2, 3;
      return null;
    end if;
    insert into customer_counts as k
      select customer_id, state, count(*), coalesce(sum(size) filter (where row_id is not null), 0) from new_boxes group by 1, 2 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm;
    insert into area_counts as k
      select place_area, state, count(*) from new_boxes group by 1, 2 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  elsif tg_op = 'DELETE' then
    if counts_late() then
      insert into late_counts (customer_id, area_id, state, boxes, placed_mm)
        select customer_id, place_area, state, -count(*), -coalesce(sum(size) filter (where row_id is not null), 0) from old_boxes group by 1, 2, 3;
      return null;
    end if;
    insert into customer_counts as k
      select customer_id, state, -count(*), -coalesce(sum(size) filter (where row_id is not null), 0) from old_boxes group by 1, 2 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm;
    insert into area_counts as k
      select place_area, state, -count(*) from old_boxes group by 1, 2 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  else
    if counts_late() then
      insert into late_counts (customer_id, area_id, state, boxes, placed_mm)
        select customer_id, place_area, state, sum(n), sum(mm) from (
          select customer_id, place_area, state, 1 n, case when row_id is null then 0 else size end mm from new_boxes
          union all select customer_id, place_area, state, -1, case when row_id is null then 0 else -size end from old_boxes) changes
        group by 1, 2, 3 having sum(n) <> 0 or sum(mm) <> 0;
      return null;
    end if;
    insert into customer_counts as k
      select customer_id, state, sum(n), sum(mm) from (
        select customer_id, state, 1 n, case when row_id is null then 0 else size end mm from new_boxes
        union all select customer_id, state, -1, case when row_id is null then 0 else -size end from old_boxes) changes
      group by 1, 2 having sum(n) <> 0 or sum(mm) <> 0 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm;
    insert into area_counts as k
      select place_area, state, sum(n) from (
        select place_area, state, 1 n from new_boxes union all select place_area, state, -1 from old_boxes) changes
      group by 1, 2 having sum(n) <> 0 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  end if;
  return null;
end $$;

create or replace function count_contents() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if counts_late() then
      insert into late_counts (customer_id, contents) select customer_id, count(*) from new_items group by 1;
      return null;
    end if;
    insert into customer_items as k (customer_id, contents) select customer_id, count(*) from new_items group by 1 order by 1
      on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  else
    if counts_late() then
      insert into late_counts (customer_id, contents) select customer_id, -count(*) from old_items group by 1;
      return null;
    end if;
    insert into customer_items as k (customer_id, contents) select customer_id, -count(*) from old_items group by 1 order by 1
      on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  end if;
  return null;
end $$;

-- What is taken away ---------------------------------------------------------------------------------------------------

-- What goes with a box that is gone was asked for with the box; and where nothing of a customer is held, no box of it is.
create or replace function refuse_held(asked_box bigint) returns void language plpgsql as $$
declare
  owner record;
  hold record;
begin
  select id, audit_open_from into owner from customers
  where id = (select customer_id from boxes where id = asked_box) for key share; -- who sets a hold on all of it has it, and is waited for
  if not found or owner.audit_open_from is null and not exists (select from holds where customer_id = owner.id and released_at is null) then
    return;
  end if;
  select * into hold from holds_on(asked_box) limit 1;
  if not found then return; end if;
  raise exception 'box % is held', asked_box using errcode = 'MH001', detail = coalesce(hold.label, ''), hint = coalesce(hold.audit_from::text, '');
end $$;

create or replace function record_deleted_box() returns trigger language plpgsql as $$
begin
  if old.state <> 0 then
    raise exception 'box % is in state % and cannot be deleted', old.id, old.state using errcode = 'check_violation';
  end if;
  insert into deleted_boxes (box_id, customer_id, code, size, created, contents, images, history_count, user_id)
  select old.id, old.customer_id, old.code, old.size, old.created,
    coalesce((select jsonb_agg(jsonb_build_object('text', text, 'state', state) order by id) from contents where box_id = old.id), '[]'),
    (select count(*) from images where box_id = old.id), old.history_count,
    nullif(current_setting('magazin.user', true), '')::bigint;
  return old;
end $$;

-- Phones are told of boxes that are gone, too: of all of a statement at once.
create function note_deleted_boxes() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into box_changes (box_id, xid) select id, pg_current_xact_id() from gone order by id
  on conflict (box_id) do update set xid = excluded.xid where box_changes.xid <> excluded.xid;
  return null;
end $$;
create trigger boxes_gone after delete on boxes referencing old table as gone for each statement execute function note_deleted_boxes();
