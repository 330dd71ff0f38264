-- A box that goes to another customer continues as a box of theirs; here it is at an end, and out of the archive (decision 190).
alter table boxes add column continued_as bigint references boxes (id),
  add constraint boxes_continued check (continued_as is null or state = 2 and continued_as <> id);
create index boxes_continued on boxes (continued_as) where continued_as is not null;

alter table boxes drop constraint boxes_blanked,
  add constraint boxes_blanked check (blanked is null or state = 6 or continued_as is not null);

-- Every deed writes an entry of the box; what is the customer's own to name, and what is blanked, stays possible.
create function refuse_continued() returns trigger language plpgsql as $$
begin
  raise exception 'box % continues as a box of another customer', old.id using errcode = 'MH004',
    detail = old.code;
end $$;
create trigger boxes_continued before update of history_count on boxes for each row
  when (old.continued_as is not null and new.continued_as is not distinct from old.continued_as
    and old.cost_centre = new.cost_centre and new.blanked is null)
  execute function refuse_continued();

-- Of what continues elsewhere nothing is charged: neither that it left, nor that it came.
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
              select from history e where e.box_id = h.box_id and e.kind = 1 and e.seq < h.seq
                and not exists (select from history u where u.box_id = e.box_id and u.seq = e.seq + 1 and u.kind = 31))
            and not exists (select from history u where u.box_id = h.box_id and u.seq = h.seq + 1 and u.kind = 31)
          then 'intake' end
        end as item) i
    cross join lateral (
      select p.unit, p.price, p.vat_category, p.vat_rate from price_rules p
      where p.list_id = t.price_list_id and p.item = i.item and p.valid_from <= berlin_day(h.created) order by p.valid_from desc limit 1) r
  where h.kind in (1, 3, 4, 6, 17, 18, 19) and not coalesce(h.meta ? 'owner_change', false);

-- The box as which one goes on at last: itself, where it has not gone to another customer. Only what nobody can change is asked.
create function last_box(asked_box bigint) returns bigint language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  with recursive steps (box_id, n) as (
    select asked_box, 0
    union all
    select (h.meta ->> 'box')::bigint, n + 1 from steps cross join lateral (
      select kind, meta from history e where e.box_id = steps.box_id and e.kind in (3, 4) and coalesce(e.meta ? 'owner_change', false)
      order by e.seq desc limit 1) h
    where h.kind = 3)
  select box_id from steps order by n desc limit 1;
end;

create or replace function destroyed_since(asked_box bigint) returns timestamptz language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select case when h.kind = 7 then null
    when h.meta ? 'batch' then (select e.created from destruction_events e where e.batch_id = (h.meta ->> 'batch')::int and e.kind = 8)
    else h.created end
  from history h where h.box_id = last_box(asked_box) and h.kind in (6, 7) order by h.seq desc limit 1);

create or replace function blank_history(asked bigint[], days int) returns int language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  wrong bigint;
  blanked_entries int;
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
  return blanked_entries;
end $$;

create or replace function keep_history() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  changed text[] := '{salt,meta,text,blanked}';
begin
  if tg_op = 'UPDATE' and old.blanked is null and new.blanked is not null and to_jsonb(new) - changed = to_jsonb(old) - changed
     and has_personal_text(old.kind, old.meta, old.text) and destroyed_since(old.box_id) <= now()
     and exists (select from boxes where id = last_box(old.box_id) and state = 6)
     and (select (e.kind, e.created) = (37, new.blanked) from history e where e.box_id = old.box_id order by e.seq desc limit 1) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
