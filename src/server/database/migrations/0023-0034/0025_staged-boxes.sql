-- A box of a destruction batch that was fetched from its shelf and stands ready for the shredder (decision 081).
alter table destruction_lines
  add column staged_at timestamptz,
  add column staged_by bigint references users,
  add constraint destruction_lines_staged check (num_nulls(staged_at, staged_by) in (0, 2) and (staged_at is null or decision = 1));

create or replace function keep_line() returns trigger language plpgsql as $$
declare
  batch destruction_batches;
  said text[];
begin
  select * into batch from destruction_batches where id = case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
  if tg_op <> 'UPDATE' then
    if batch.state <> 0 then
      raise exception 'the boxes of destruction batch % stay', batch.id using errcode = 'check_violation';
    end if;
    if tg_op = 'DELETE' then return old; end if;
    if new.decision <> 0 or num_nonnulls(new.staged_at, new.scanned_at, new.not_destroyed_reason) > 0 or not new.living then
      raise exception 'nothing is decided of a new line' using errcode = 'check_violation';
    end if;
    return new;
  end if;
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
  return new;
end $$;
