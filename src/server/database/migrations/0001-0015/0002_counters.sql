-- Counters kept by triggers: exact, changed once a statement, keys in sorted order so that no two statements deadlock.
-- `magazin check` recounts them.
create table customer_counts (
  customer_id bigint not null references customers on delete cascade,
  state smallint not null,
  boxes int not null default 0,
  placed_mm bigint not null default 0,
  primary key (customer_id, state)
) with (fillfactor = 50);
create table customer_items (
  customer_id bigint primary key references customers on delete cascade,
  contents int not null default 0,
  images int not null default 0
) with (fillfactor = 50);
create table area_counts (
  area_id int not null,
  state smallint not null,
  boxes int not null default 0,
  primary key (area_id, state)
) with (fillfactor = 50);

create function count_boxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into customer_counts as k
      select customer_id, state, count(*), coalesce(sum(size) filter (where row_id is not null), 0) from new_boxes group by 1, 2 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm;
    insert into area_counts as k
      select place_area, state, count(*) from new_boxes group by 1, 2 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  elsif tg_op = 'DELETE' then
    insert into customer_counts as k
      select customer_id, state, -count(*), -coalesce(sum(size) filter (where row_id is not null), 0) from old_boxes group by 1, 2 order by 1, 2
      on conflict (customer_id, state) do update set boxes = k.boxes + excluded.boxes, placed_mm = k.placed_mm + excluded.placed_mm;
    insert into area_counts as k
      select place_area, state, -count(*) from old_boxes group by 1, 2 order by 1, 2
      on conflict (area_id, state) do update set boxes = k.boxes + excluded.boxes;
  else
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
create trigger boxes_counted_in after insert on boxes referencing new table as new_boxes
  for each statement execute function count_boxes();
create trigger boxes_counted after update on boxes referencing old table as old_boxes new table as new_boxes
  for each statement execute function count_boxes();
create trigger boxes_counted_out after delete on boxes referencing old table as old_boxes
  for each statement execute function count_boxes();

create function count_contents() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into customer_items as k (customer_id, contents) select customer_id, count(*) from new_items group by 1 order by 1
      on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  else
    insert into customer_items as k (customer_id, contents) select customer_id, -count(*) from old_items group by 1 order by 1
      on conflict (customer_id) do update set contents = k.contents + excluded.contents;
  end if;
  return null;
end $$;
create trigger contents_counted_in after insert on contents referencing new table as new_items
  for each statement execute function count_contents();
create trigger contents_counted_out after delete on contents referencing old table as old_items
  for each statement execute function count_contents();

create function count_images() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into customer_items as k (customer_id, images) select customer_id, count(*) from new_items group by 1 order by 1
      on conflict (customer_id) do update set images = k.images + excluded.images;
  else
    insert into customer_items as k (customer_id, images) select customer_id, -count(*) from old_items group by 1 order by 1
      on conflict (customer_id) do update set images = k.images + excluded.images;
  end if;
  return null;
end $$;
create trigger images_counted_in after insert on images referencing new table as new_items
  for each statement execute function count_images();
create trigger images_counted_out after delete on images referencing old table as old_items
  for each statement execute function count_images();
