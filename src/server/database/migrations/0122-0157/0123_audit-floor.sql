-- The audit trail goes into the daily seals (decision 158). What is sealed lies behind a floor: no entry begins before it any more.
create table audit_floor (
  one boolean primary key default true check (one),
  at timestamptz not null default '-infinity'
);
insert into audit_floor default values;

create function said_text(said text) returns bytea language sql immutable parallel safe
return case when said is null then int4send(-1) else int4send(octet_length(convert_to(said, 'UTF8'))) || convert_to(said, 'UTF8') end;

-- What an entry is, in bytes: numbers that there are not are -1.
create function audit_bytes(a audit) returns bytea language sql immutable parallel safe
return '\x01' || int8send(a.id) || timestamptz_send(a.at) || int2send(a.kind) || int8send(coalesce(a.user_id, -1)) || int4send(coalesce(a.customer_code, -1))
  || int8send(coalesce(a.object_id, -1)) || said_text(a.name) || said_text(a.address) || said_text(a.box_code) || said_text(a.object)
  || said_text(a.meta::text);

create function place_audit() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.at := greatest(new.at, (select f.at from audit_floor f)); -- a clock may have been put back
  return new;
end $$;
create trigger audit_place before insert on audit for each row execute function place_audit();

-- Moves the floor, after whoever writes an entry at this moment: in a transaction of its own, for those write other tables, too.
create function close_audit(at timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table audit in share mode;
  update audit_floor f set at = close_audit.at where f.at < close_audit.at and close_audit.at <= now();
end $$;
