-- What the system before told of a box, as it told it (decision 191). Our own history begins with the entry that says so, and has a digest of these.
-- The table is new.
create table taken_entries (
  box_id bigint not null,
  id bigint not null,
  kind smallint not null check (kind between 0 and 99),
  -- whose name it is where they are users here; otherwise `name` is what was known
  user_id bigint references users,
  name text not null check (length(name) <= 400),
  meta jsonb,
  -- of `meta` what does not fit an entry of this kind, as it was answered
  rest jsonb,
  text text,
  created timestamptz not null,
  blanked timestamptz,
  primary key (box_id, id),
  check (user_id is null or name = ''),
  check (blanked is null or num_nonnulls(meta, rest, text) = 0)
);
create index taken_entries_user on taken_entries (user_id) where user_id is not null;

-- Texts of destroyed boxes are blanked together with those of `history`, and nothing else changes.
create function keep_taken() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  changed text[] := '{meta,rest,text,blanked}';
begin
  if tg_op = 'UPDATE' and old.blanked is null and new.blanked is not null and to_jsonb(new) - changed = to_jsonb(old) - changed
     and destroyed_since(old.box_id) <= now() and exists (select from boxes where id = last_box(old.box_id) and state = 6)
     and (select (e.kind, e.created) = (37, new.blanked) from history e where e.box_id = old.box_id order by e.seq desc limit 1) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger taken_entries_rows before update or delete on taken_entries for each row execute function keep_taken();
create trigger taken_entries_table before truncate on taken_entries for each statement execute function refuse_change();

-- Everything of an entry, so that the digest of a box's entries changes with any of it; the time zone of who asks does not matter.
create function taken_bytes(e taken_entries) returns bytea language sql immutable parallel safe
return sha256(convert_to(jsonb_build_array(e.id, e.kind, e.user_id, e.name, e.meta, e.rest, e.text, extract(epoch from e.created))::text, 'UTF8'));
