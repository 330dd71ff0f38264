-- How many boxes of a customer hold a place is counted beside their metres (decision 140). Whoever changes boxes is waited for and waits, so that nobody
-- counts them in the old way meanwhile; people read on.
lock table boxes in share row exclusive mode;
create temp table placed on commit drop as
  select customer_id, state, count(*) as boxes from boxes where row_id is not null group by 1, 2;
alter table customer_counts add placed_boxes int not null default 0;
alter table late_counts add placed_boxes int not null default 0;
update customer_counts k set placed_boxes = p.boxes from placed p where (p.customer_id, p.state) = (k.customer_id, k.state);

create or replace function add_late_counts() returns trigger language plpgsql as $$
declare
  late late_counts[];
begin
  with gone as (delete from late_counts returning late_counts) select array_agg(gone.late_counts) into late from gone;
  if late is null then return null; end if; -- all of them were added with the first
  insert into customer_counts as k (customer_id, state, boxes, placed_mm, placed_boxes)
    select customer_id, state, sum(boxes), sum(placed_mm), sum(placed_boxes) from unnest(late) where state is not null
    group by 1, 2 having sum(boxes) <> 0 or sum(placed_mm) <> 0 or sum(placed_boxes) <> 0 order by 1, 2
    on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm,
      placed_boxes = k.placed_boxes + excluded.placed_boxes;
  insert into area_counts as k
    select area_id, state, sum(boxes) from unnest(late) where state is not null group by 1, 2 having sum(boxes) <> 0 order by 1, 2
    on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  insert into customer_items as k (customer_id, contents)
    select customer_id, sum(contents) from unnest(late) group by 1 having sum(contents) <> 0 order by 1
    on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  return null;
end $$;
create or replace function count_boxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if counts_late() then
      insert into late_counts (customer_id, area_id, state, boxes, placed_mm, placed_boxes)
        select customer_id, place_area, state, count(*), coalesce(sum(size) filter (where row_id is not null), 0), count(row_id) from new_boxes group by 1, 2, 3;
      return null;
    end if;
    insert into customer_counts as k (customer_id, state, boxes, placed_mm, placed_boxes)
      select customer_id, state, count(*), coalesce(sum(size) filter (where row_id is not null), 0), count(row_id) from new_boxes group by 1, 2 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm,
        placed_boxes = k.placed_boxes + excluded.placed_boxes;
    insert into area_counts as k
      select place_area, state, count(*) from new_boxes group by 1, 2 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  elsif tg_op = 'DELETE' then
    if counts_late() then
      insert into late_counts (customer_id, area_id, state, boxes, placed_mm, placed_boxes)
        select customer_id, place_area, state, -count(*), -coalesce(sum(size) filter (where row_id is not null), 0), -count(row_id) from old_boxes group by 1, 2, 3;
      return null;
    end if;
    insert into customer_counts as k (customer_id, state, boxes, placed_mm, placed_boxes)
      select customer_id, state, -count(*), -coalesce(sum(size) filter (where row_id is not null), 0), -count(row_id) from old_boxes group by 1, 2 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm,
        placed_boxes = k.placed_boxes + excluded.placed_boxes;
    insert into area_counts as k
      select place_area, state, -count(*) from old_boxes group by 1, 2 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  else
    if counts_late() then
      insert into late_counts (customer_id, area_id, state, boxes, placed_mm, placed_boxes)
        select customer_id, place_area, state, sum(n), sum(mm), sum(placed) from (
          select customer_id, place_area, state, 1 n, case when row_id is null then 0 else size end mm, (row_id is not null)::int placed from new_boxes
          union all select customer_id, place_area, state, -1, case when row_id is null then 0 else -size end, -(row_id is not null)::int from old_boxes) changes
        group by 1, 2, 3 having sum(n) <> 0 or sum(mm) <> 0 or sum(placed) <> 0;
      return null;
    end if;
    insert into customer_counts as k (customer_id, state, boxes, placed_mm, placed_boxes)
      select customer_id, state, sum(n), sum(mm), sum(placed) from (
        select customer_id, state, 1 n, case when row_id is null then 0 else size end mm, (row_id is not null)::int placed from new_boxes
        union all select customer_id, state, -1, case when row_id is null then 0 else -size end, -(row_id is not null)::int from old_boxes) changes
      group by 1, 2 having sum(n) <> 0 or sum(mm) <> 0 or sum(placed) <> 0 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm,
        placed_boxes = k.placed_boxes + excluded.placed_boxes;
    insert into area_counts as k
      select place_area, state, sum(n) from (
        select place_area, state, 1 n from new_boxes union all select place_area, state, -1 from old_boxes) changes
      group by 1, 2 having sum(n) <> 0 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  end if;
  return null;
end $$;
