-- When and by which device something was done that was scanned without a network: `created` says when it was booked. Both are part of what
-- an entry proves (decision 063); who scans says them to the transaction, so that every entry of it has them.
alter table history add column device uuid, add column happened timestamptz;
alter table history
  alter column device set default nullif(current_setting('magazin.device', true), '')::uuid,
  alter column happened set default nullif(current_setting('magazin.happened', true), '')::timestamptz;

-- What an entry of a device is hashed by; the others are by `entry_hash`, as they were. What is not known goes in as zeros and as the
-- earliest instant.
create function scanned_entry_hash(previous bytea, box_id bigint, seq int, kind smallint, user_id bigint, created timestamptz,
  device uuid, happened timestamptz, digest bytea)
returns bytea language sql immutable parallel safe
return sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || '\x02' || int8send(box_id) || int4send(seq) || int2send(kind)
  || int8send(coalesce(user_id, 0)) || timestamptz_send(created) || coalesce(uuid_send(device), decode(repeat('00', 16), 'hex'))
  || timestamptz_send(coalesce(happened, '-infinity')) || digest);

create or replace function chain_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  floor timestamptz;
  previous bytea;
begin
  select f.at, h.hash into floor, previous
  from history_floor f left join history h on h.box_id = new.box_id and h.seq = new.seq - 1;
  if new.seq > 1 and previous is null then
    raise exception 'box % has no history entry % to follow', new.box_id, new.seq - 1 using errcode = 'check_violation';
  end if;
  new.created := greatest(new.created, floor); -- a clock may have been put back
  if new.happened > new.created then new.happened := new.created; end if;
  new.salt := uuid_send(gen_random_uuid());
  new.digest := entry_digest(new.salt, new.meta, new.text);
  new.hash := case when new.device is null and new.happened is null
    then entry_hash(previous, new.box_id, new.seq, new.kind, new.user_id, new.created, new.digest)
    else scanned_entry_hash(previous, new.box_id, new.seq, new.kind, new.user_id, new.created, new.device, new.happened, new.digest) end;
  return new;
end $$;

-- Which transaction changed a box last, so that a phone is told of those alone that changed since it asked (decision 064). Whoever changes
-- a box has locked it, so that nobody waits here for anybody more than before.
create table box_changes (
  box_id bigint primary key,
  xid xid8 not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index box_changes_xid on box_changes (xid);
-- Numbers of transactions mean something in one database alone: neither table is in a backup, and a restored archive is another one.
create table pack_origin (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid()
);
insert into pack_origin default values;

create function note_box_changes() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into box_changes (box_id, xid) select distinct box_id, pg_current_xact_id() from added order by box_id
  on conflict (box_id) do update set xid = excluded.xid where box_changes.xid <> excluded.xid;
  return null;
end $$;
create trigger history_changes after insert on history referencing new table as added
  for each statement execute function note_box_changes();

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
  insert into box_changes (box_id, xid) values (old.id, pg_current_xact_id())
  on conflict (box_id) do update set xid = excluded.xid;
  return old;
end $$;
