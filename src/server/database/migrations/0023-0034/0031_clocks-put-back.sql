-- A period that began while the clock was ahead, and was left after it was put back, ends on the day it began, as it is written: the history's
-- days alone made one of it that ends before it begins, and `check` missed that.
create or replace function storage_from_history() returns table (box_id bigint, customer_id bigint, size_mm int, from_day date, to_day date)
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
  select runs.box_id, runs.customer_id, mm, day, case when ending is not null then greatest(day, ending) end from runs where held;
end;
