-- How many boxes of a customer fall due in which year is counted when a transaction commits: the report of what falls due reads sums (decision 148).
-- Whoever changes boxes is waited for and waits, so that nobody changes a year uncounted meanwhile; people read on.
lock table boxes in share row exclusive mode;

-- The year in which a box may go: the later of the year after its period of retention and the year that somebody has set; null where nobody has set an end,
-- or the box is destroyed.
create function due_year(state smallint, retain_until date, destroy_year smallint) returns int language sql immutable parallel safe
return case when state <> 6 then greatest(extract(year from retain_until)::int + 1, destroy_year::int) end;

create table due_counts (
  customer_id bigint not null references customers on delete cascade,
  year int not null,
  boxes int not null default 0,
  mm bigint not null default 0,
  primary key (customer_id, year)
) with (fillfactor = 50);
insert into due_counts
  select customer_id, due_year(state, retain_until, meta_destroy_year), count(*), sum(size) from boxes
  where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2;

-- What a transaction has still to add: no row of it is ever seen by another one (decision 143).
create table late_due (customer_id bigint not null, year int not null, boxes int not null, mm bigint not null);

-- All that a transaction has still to add is added with the first of it, always in this order: two that commit at once never wait for each other in a circle.
create or replace function add_late_counts() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  counts late_counts[];
  deliveries late_deliveries[];
  due late_due[];
begin
  with gone as (delete from late_counts returning late_counts) select array_agg(gone.late_counts) into counts from gone;
  if counts is not null then
    insert into customer_counts as k (customer_id, state, boxes, placed_mm, placed_boxes)
      select customer_id, state, sum(boxes), sum(placed_mm), sum(placed_boxes) from unnest(counts) where state is not null
      group by 1, 2 having sum(boxes) <> 0 or sum(placed_mm) <> 0 or sum(placed_boxes) <> 0 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm,
        placed_boxes = k.placed_boxes + excluded.placed_boxes;
    insert into area_counts as k
      select area_id, state, sum(boxes) from unnest(counts) where state is not null group by 1, 2 having sum(boxes) <> 0 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
    insert into customer_items as k (customer_id, contents)
      select customer_id, sum(contents) from unnest(counts) group by 1 having sum(contents) <> 0 order by 1
      on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  end if;
  with gone as (delete from late_deliveries returning late_deliveries) select array_agg(gone.late_deliveries) into deliveries from gone;
  if deliveries is not null then
    insert into delivery_counts as k (customer_id, kind, state, deliveries)
      select l.customer_id, l.kind, l.state, sum(l.deliveries) from unnest(deliveries) l group by 1, 2, 3 having sum(l.deliveries) <> 0 order by 1, 2, 3
      on conflict (customer_id, kind, state) do update set deliveries = k.deliveries + excluded.deliveries;
  end if;
  with gone as (delete from late_due returning late_due) select array_agg(gone.late_due) into due from gone;
  if due is not null then
    insert into due_counts as k (customer_id, year, boxes, mm)
      select customer_id, year, sum(boxes), sum(mm) from unnest(due) group by 1, 2 having sum(boxes) <> 0 or sum(mm) <> 0 order by 1, 2
      on conflict (customer_id, year) do update set boxes = k.boxes + excluded.boxes, mm = k.mm + excluded.mm;
  end if;
  return null;
end $$;
create constraint trigger late_due_added after insert on late_due deferrable initially deferred for each row execute function add_late_counts();
drop trigger late_deliveries_added on late_deliveries;
create constraint trigger late_deliveries_added after insert on late_deliveries deferrable initially deferred
  for each row execute function add_late_counts();
drop function add_late_deliveries();

create function count_due() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into late_due
      select customer_id, due_year(state, retain_until, meta_destroy_year), count(*), sum(size) from added
      where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into late_due
      select customer_id, due_year(state, retain_until, meta_destroy_year), -count(*), -sum(size) from gone
      where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2;
  else
    insert into late_due
      select customer_id, year, sum(n), sum(mm) from (
        select customer_id, due_year(state, retain_until, meta_destroy_year) as year, 1 as n, size as mm from added
        union all select customer_id, due_year(state, retain_until, meta_destroy_year), -1, -size from gone) changes
      where year is not null group by 1, 2 having sum(n) <> 0 or sum(mm) <> 0;
  end if;
  return null;
end $$;
create trigger boxes_due_in after insert on boxes referencing new table as added for each statement execute function count_due();
create trigger boxes_due after update on boxes referencing old table as gone new table as added for each statement execute function count_due();
create trigger boxes_due_out after delete on boxes referencing old table as gone for each statement execute function count_due();
