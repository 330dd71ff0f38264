-- Personal texts of destroyed boxes are blanked, and the chain still holds, because it is over their digests (decisions 062 and 083).
alter table history
  add column blanked timestamptz,
  drop constraint history_salt_check,
  -- what is missing without having been blanked is missing
  add constraint history_salt_check check (case when blanked is null then octet_length(salt) = 16 and salt is not null
    else num_nonnulls(salt, meta, text) = 0 end);

-- Whether an entry says what somebody typed: a reason, a content, a hold, the customer's own number. What says of the destruction why it
-- was stays (6), as do places, years and numbers: storage periods and deliveries are recounted from them.
create function has_personal_text(kind smallint, meta jsonb, text text) returns boolean language sql immutable parallel safe
return kind <> 6 and (text is not null or kind in (23, 26, 35) or coalesce(meta ? 'content', false));

-- Since when a box is destroyed for good: since the certificate of its batch, or where there was none since the destruction itself. Null
-- where it is not. Only what nobody can change is asked.
create function destroyed_since(asked_box bigint) returns timestamptz language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select case when h.kind = 7 then null
    when h.meta ? 'batch' then (select e.created from destruction_events e where e.batch_id = (h.meta ->> 'batch')::int and e.kind = 8)
    else h.created end
  from history h where h.box_id = asked_box and h.kind in (6, 7) order by h.seq desc limit 1);

-- Blanks the texts of these boxes, whose last entry says so (37); answers how many entries. Nobody else can: the table is not theirs.
create function blank_history(asked bigint[], days int) returns int language plpgsql security definer
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
    or not exists (select from boxes b where b.id = a.id and b.state = 6) limit 1;
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

-- The one change that there is, whoever makes it.
create function keep_history() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  changed text[] := '{salt,meta,text,blanked}';
begin
  if tg_op = 'UPDATE' and old.blanked is null and new.blanked is not null and to_jsonb(new) - changed = to_jsonb(old) - changed
     and has_personal_text(old.kind, old.meta, old.text) and destroyed_since(old.box_id) <= now()
     and exists (select from boxes where id = old.box_id and state = 6)
     and (select (e.kind, e.created) = (37, new.blanked) from history e where e.box_id = old.box_id order by e.seq desc limit 1) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger history_rows on history;
create trigger history_rows before update or delete on history for each row execute function keep_history();
