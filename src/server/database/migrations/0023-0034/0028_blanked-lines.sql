-- What the boxes of a batch held when they were proposed goes into the decisions' hash by a digest (decision 083), so that it can be blanked
-- with its box. Lines of before have none: their contents are in the hash themselves, and stay.
alter table destruction_lines
  add column contents_salt bytea check (octet_length(contents_salt) = 16),
  add column contents_digest bytea check (octet_length(contents_digest) = 32);

create function contents_digest(salt bytea, contents jsonb) returns bytea language sql stable parallel safe
return sha256(salt || convert_to(contents::text, 'UTF8'));

create or replace function destruction_decisions(batch int) returns bytea language sql stable
return (select sha256(convert_to(coalesce(string_agg(
    concat_ws(' ', b.code, l.decision, l.metres_mm, coalesce(encode(l.contents_digest, 'hex'), l.contents_snapshot::text)), E'\n' order by b.code), ''), 'UTF8'))
  from destruction_lines l join boxes b on b.id = l.box_id where l.batch_id = batch);

create or replace function keep_line() returns trigger language plpgsql as $$
declare
  batch destruction_batches;
  said text[];
begin
  if tg_op = 'UPDATE' and old.contents_digest is not null and num_nonnulls(new.contents_snapshot, new.contents_salt) = 0 and not old.living
     and to_jsonb(new) - '{contents_snapshot,contents_salt}'::text[] = to_jsonb(old) - '{contents_snapshot,contents_salt}'::text[]
     and exists (select from boxes where id = old.box_id and state = 6 and blanked is not null) then
    return new;
  end if;
  select * into batch from destruction_batches where id = case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
  if tg_op <> 'UPDATE' then
    if batch.state <> 0 then
      raise exception 'the boxes of destruction batch % stay', batch.id using errcode = 'check_violation';
    end if;
    if tg_op = 'DELETE' then return old; end if;
    if new.decision <> 0 or num_nonnulls(new.staged_at, new.scanned_at, new.not_destroyed_reason) > 0 or not new.living then
      raise exception 'nothing is decided of a new line' using errcode = 'check_violation';
    end if;
    new.contents_salt := null;
    new.contents_digest := null;
  else
    said := case batch.state
      when 0 then '{early_reason,contents_snapshot,metres_mm}'
      when 1 then '{decision,reason,decided_by,decided_at}'
      when 2 then '{not_destroyed_reason}'
      when 3 then '{not_destroyed_reason,staged_at,staged_by}'
      when 4 then '{scanned_at,scanned_by,weight_kg,not_destroyed_reason,staged_at,staged_by}'
      else '{}' end::text[];
    if to_jsonb(new) - 'living' - said <> to_jsonb(old) - 'living' - said
       or old.scanned_at is not null and (new.scanned_at, new.scanned_by) is distinct from (old.scanned_at, old.scanned_by)
       or old.not_destroyed_reason is not null and new.not_destroyed_reason is distinct from old.not_destroyed_reason
       or (new.staged_at, new.staged_by) is distinct from (old.staged_at, old.staged_by) and (old.staged_at is not null or not old.living)
       or old.decision = 0 and new.decision <> 0 and exists (select from users where id = new.decided_by and is_staff)
         and not exists (select from destruction_papers where batch_id = new.batch_id and kind = 'approval')
       or new.scanned_at is distinct from old.scanned_at and (new.scanned_at <> now() or batch.wait_until > now()) then
      raise exception 'what is said of box % in destruction batch % stays', old.box_id, batch.id using errcode = 'check_violation';
    end if;
    new.living := batch.state <> 9 and new.decision <> 2 and new.scanned_at is null and new.not_destroyed_reason is null;
  end if;
  if new.contents_snapshot is not null and (tg_op = 'INSERT' or new.contents_snapshot is distinct from old.contents_snapshot) then
    new.contents_salt := uuid_send(gen_random_uuid());
    new.contents_digest := contents_digest(new.contents_salt, new.contents_snapshot);
  end if;
  return new;
end $$;
