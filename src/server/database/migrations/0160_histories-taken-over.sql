-- The entry that says that a box was taken over (44) stands for all that was before (decision 191): where it stood, and its state.

-- Storage is counted from the day that the entry names, or from its own.
create or replace function storage_from_history() returns table (box_id bigint, customer_id bigint, size_mm int, from_day date, to_day date)
language sql stable
begin atomic
  with told as (
    select h.box_id, b.customer_id, h.seq, case when h.kind = 44 then coalesce((h.meta ->> 'from')::date, berlin_day(h.created)) else berlin_day(h.created) end as day, b.size,
      case when h.kind <> 16 and not (h.kind = 31 and (lead(h.kind) over of_box, lead(h.created) over of_box) is not distinct from (1::smallint, h.created))
        then h.kind = 1 or h.kind = 44 and h.meta ? 'row' end as takes,
      case when h.kind = 16 then (h.meta ->> 'to')::int end as new_size,
      first_value(case when h.kind = 16 then (h.meta ->> 'from')::int end) over (partition by h.box_id order by h.kind <> 16, h.seq) as first_size
    from history h join boxes b on b.id = h.box_id where h.kind in (1, 3, 4, 5, 6, 16, 17, 31, 44)
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

-- What had been on a shelf before is no intake when it comes back to one.
create or replace view charged_history as
  select h.box_id, h.seq, h.created, b.customer_id, berlin_day(h.created) as day, i.item, r.unit,
    case r.unit when 'metre' then round(b.size::numeric / 1000.0, 3) else 1::numeric end as quantity,
    r.price, r.vat_category, r.vat_rate, b.cost_centre
  from history h
    join boxes b on b.id = h.box_id
    cross join lateral (
      select a.price_list_id from agreements a
      where a.customer_id = b.customer_id and a.valid_from <= berlin_day(h.created) order by a.valid_from desc limit 1) t
    cross join lateral (
      select case h.kind
        when 3 then case when h.meta ->> 'delivery' is null then 'withdrawal' end
        when 4 then 'return_box'
        when 6 then 'destruction'
        when 17 then 'retrieval_box'
        when 18 then 'retrieval_content'
        when 19 then 'return_content'
        when 1 then case
          when not exists (
              select from history e where e.box_id = h.box_id and (e.kind = 1 or e.kind = 44 and coalesce(e.meta ->> 'marked_from', e.meta ->> 'state') <> '0') and e.seq < h.seq
                and not exists (select from history u where u.box_id = e.box_id and u.seq = e.seq + 1 and u.kind = 31))
            and not exists (select from history u where u.box_id = h.box_id and u.seq = h.seq + 1 and u.kind = 31)
          then 'intake' end
        end as item) i
    cross join lateral (
      select p.unit, p.price, p.vat_category, p.vat_rate from price_rules p
      where p.list_id = t.price_list_id and p.item = i.item and p.valid_from <= berlin_day(h.created) order by p.valid_from desc limit 1) r
  where h.kind in (1, 3, 4, 6, 17, 18, 19) and not coalesce(h.meta ? 'owner_change', false);

-- A box that came as a destroyed one is known as that since it came.
create or replace function destroyed_since(asked_box bigint) returns timestamptz language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select case when h.kind = 7 then null
    when h.meta ? 'batch' then (select e.created from destruction_events e where e.batch_id = (h.meta ->> 'batch')::int and e.kind = 8)
    else h.created end
  from history h where h.box_id = last_box(asked_box) and (h.kind in (6, 7) or h.kind = 44 and h.meta ->> 'state' = '6') order by h.seq desc limit 1);

create or replace function blank_history(asked bigint[], days int) returns int language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  wrong bigint;
  blanked_entries int;
  blanked_before int;
begin
  if days is null or days < 1 then
    raise exception 'texts are blanked after % days at the earliest', 1 using errcode = 'check_violation';
  end if;
  select a.id into wrong from unnest(asked) a (id)
  where coalesce((destroyed_since(a.id) at time zone 'Europe/Berlin')::date > (now() at time zone 'Europe/Berlin')::date - blank_history.days, true)
    or not exists (select from boxes b where b.id = last_box(a.id) and b.state = 6) limit 1;
  if found then
    raise exception 'box % is not destroyed for % days', wrong, days using errcode = 'check_violation';
  end if;
  update history h set salt = null, meta = null, text = null, blanked = last.created
  from unnest(asked) a (id)
    cross join lateral (select e.created from history e where e.box_id = a.id order by e.seq desc limit 1) last
  where h.box_id = a.id and h.blanked is null and has_personal_text(h.kind, h.meta, h.text);
  get diagnostics blanked_entries = row_count;
  update taken_entries t set meta = null, rest = null, text = null, blanked = last.created
  from unnest(asked) a (id)
    cross join lateral (select e.created from history e where e.box_id = a.id order by e.seq desc limit 1) last
  where t.box_id = a.id and t.blanked is null and (t.rest is not null or has_personal_text(t.kind, t.meta, t.text));
  get diagnostics blanked_before = row_count;
  return blanked_entries + blanked_before;
end $$;
