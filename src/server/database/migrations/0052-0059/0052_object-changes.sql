-- Which transaction changed an object last, so that a program is told of those alone that changed since it asked, and a phone of boxes (decisions 064
-- and 113). Whoever changes an object has locked it, so that nobody waits here for anybody more than before. Rows stay: a deleted object is told, too.
create table object_changes (
  -- as `objectKinds` in rules/exchange/object-kinds.ts says them
  kind smallint not null,
  id bigint not null,
  -- whose users may hear of it; null where staff alone do
  customer_id bigint,
  xid xid8 not null,
  -- grows with each transaction that changed it: microseconds, or one more than before
  version bigint not null,
  deleted boolean not null,
  primary key (kind, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index object_changes_xid on object_changes (kind, xid, id);
create index object_changes_customer on object_changes (customer_id, kind, xid, id) where customer_id is not null;

create function note_objects(changed_kind smallint, ids bigint[], customers bigint[], gone boolean) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if ids is null then return; end if;
  insert into object_changes as k (kind, id, customer_id, xid, version, deleted)
  select changed_kind, o.id, o.customer, pg_current_xact_id(), extract(epoch from clock_timestamp()) * 1000000, gone
  from unnest(ids, customers) o(id, customer) order by o.id
  on conflict (kind, id) do update set customer_id = excluded.customer_id, xid = excluded.xid,
    version = greatest(k.version + 1, excluded.version), deleted = excluded.deleted
  where k.xid <> excluded.xid or k.deleted <> excluded.deleted or k.customer_id is distinct from excluded.customer_id;
end $$;

-- Of tables with an id and a customer; the kind is the trigger's argument.
create function note_objects_added() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(tg_argv[0]::smallint, array_agg(id), array_agg(customer_id), false) from added;
  return null;
end $$;
create function note_objects_gone() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(tg_argv[0]::smallint, array_agg(id), array_agg(customer_id), true) from gone;
  return null;
end $$;

drop trigger boxes_gone on boxes;
create trigger boxes_noted_in after insert on boxes referencing new table as added
  for each statement execute function note_objects_added(0);
create trigger boxes_noted after update on boxes referencing new table as added
  for each statement execute function note_objects_added(0);
create trigger boxes_noted_out after delete on boxes referencing old table as gone
  for each statement execute function note_objects_gone(0);
