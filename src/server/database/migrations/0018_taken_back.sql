-- The pictures that nobody has worked on yet: home counts them, the box list finds their boxes.
create index images_to_do on images (customer_id, box_id) where not viewed;

-- Who takes the storing of a box back says so (database/positions.ts); nobody else leads a stored box to where it came from.
create or replace function refuse_state_change() returns trigger language plpgsql as $$
begin
  if old.state = 1 and new.state in (0, 5) and current_setting('magazin.takes_back', true) = old.id::text then
    return new;
  end if;
  if not exists (select from box_state_changes where from_state = old.state and to_state = new.state)
     or old.state = 7 and new.state not in (6, old.marked_from)
     or new.state = 7 and new.marked_from <> old.state then
    raise exception 'box % must not change from state % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As before, and an entry that takes a storing back (26) frees the place, too.
create or replace function storage_from_history() returns table (box_id bigint, customer_id bigint, size_mm int, from_day date, to_day date)
language sql stable
begin atomic
  with told as (
    select h.box_id, b.customer_id, h.seq, berlin_day(h.created) as day, b.size, case when h.kind <> 16 then h.kind = 1 end as takes,
      case when h.kind = 16 then (h.meta ->> 'to')::int end as new_size,
      first_value(case when h.kind = 16 then (h.meta ->> 'from')::int end) over (partition by h.box_id order by h.kind <> 16, h.seq) as first_size
    from history h join boxes b on b.id = h.box_id where h.kind in (1, 3, 4, 5, 6, 16, 17, 26)),
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
