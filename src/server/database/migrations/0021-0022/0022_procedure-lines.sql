-- The boxes of a destruction batch, and what was decided of each (decision 073).
create table destruction_lines (
  batch_id int not null,
  box_id bigint not null,
  customer_id bigint not null,
  -- 0 open, 1 approved, 2 rejected
  decision smallint not null default 0 check (decision between 0 and 2),
  reason text check (length(reason) between 1 and 4000),
  decided_by bigint references users,
  decided_at timestamptz,
  -- why it is proposed although it must be kept for longer
  early_reason text check (length(early_reason) between 1 and 200),
  weight_kg numeric(8, 2) check (weight_kg > 0),
  -- the texts of its contents as they were proposed
  contents_snapshot jsonb,
  metres_mm int,
  scanned_at timestamptz,
  scanned_by bigint references users,
  not_destroyed_reason text check (length(not_destroyed_reason) between 1 and 4000),
  -- whether the box is still to be destroyed with this batch
  living boolean not null default true,
  primary key (batch_id, box_id),
  foreign key (box_id, customer_id) references boxes (id, customer_id),
  foreign key (batch_id, customer_id) references destruction_batches (id, customer_id),
  constraint destruction_lines_decided check ((decision = 0) = (decided_at is null) and (decision = 0) = (decided_by is null)),
  constraint destruction_lines_rejected check (decision <> 2 or reason is not null),
  constraint destruction_lines_scanned check (num_nulls(scanned_at, scanned_by) in (0, 2)
    and (scanned_at is null or decision = 1 and not_destroyed_reason is null))
);
create unique index destruction_lines_living on destruction_lines (box_id) where living;
create index destruction_lines_box on destruction_lines (box_id);

-- What may be said of a line, by the state of its batch.
create function keep_line() returns trigger language plpgsql as $$
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
    if new.decision <> 0 or num_nonnulls(new.scanned_at, new.not_destroyed_reason) > 0 or not new.living then
      raise exception 'nothing is decided of a new line' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  said := case batch.state
    when 0 then '{early_reason,contents_snapshot,metres_mm}'
    when 1 then '{decision,reason,decided_by,decided_at}'
    when 2 then '{not_destroyed_reason}'
    when 3 then '{not_destroyed_reason}'
    when 4 then '{scanned_at,scanned_by,weight_kg,not_destroyed_reason}'
    else '{}' end::text[];
  if to_jsonb(new) - 'living' - said <> to_jsonb(old) - 'living' - said
     or old.scanned_at is not null and (new.scanned_at, new.scanned_by) is distinct from (old.scanned_at, old.scanned_by)
     or old.not_destroyed_reason is not null and new.not_destroyed_reason is distinct from old.not_destroyed_reason
     or old.decision = 0 and new.decision <> 0 and exists (select from users where id = new.decided_by and is_staff)
       and not exists (select from destruction_papers where batch_id = new.batch_id and kind = 'approval')
     or new.scanned_at is distinct from old.scanned_at and (new.scanned_at <> now() or batch.wait_until > now()) then
    raise exception 'what is said of box % in destruction batch % stays', old.box_id, batch.id using errcode = 'check_violation';
  end if;
  new.living := batch.state <> 9 and new.decision <> 2 and new.scanned_at is null and new.not_destroyed_reason is null;
  return new;
end $$;
create trigger destruction_lines_rows before insert or update or delete on destruction_lines for each row execute function keep_line();
create trigger destruction_lines_table before truncate on destruction_lines for each statement execute function refuse_change();

-- An aborted batch lets go of its boxes; one that has been shredded has nothing left to do.
create function end_batch() returns trigger language plpgsql as $$
begin
  if new.state = 9 then
    update destruction_lines set living = false where batch_id = new.id and living;
  elsif exists (select from destruction_lines where batch_id = new.id and living) then
    raise exception 'boxes of destruction batch % are neither scanned nor closed', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger destruction_batches_ended after update of state on destruction_batches for each row
  when (new.state in (5, 9) and old.state <> new.state) execute function end_batch();

-- What was decided of which box with which contents, in one hash.
create function destruction_decisions(batch int) returns bytea language sql stable
return (select sha256(convert_to(coalesce(string_agg(concat_ws(' ', b.code, l.decision, l.metres_mm, l.contents_snapshot), E'\n' order by b.code), ''), 'UTF8'))
  from destruction_lines l join boxes b on b.id = l.box_id where l.batch_id = batch);

-- The guard: a box of a customer with the procedure is destroyed in the moment in which it is scanned at the shredder, approved, in a batch
-- that two people have let go and that has waited; in no other one and by no other way.
create function refuse_unapproved(asked_box bigint) returns void language plpgsql as $$
declare
  batch int;
begin
  perform from boxes b join customers c on c.id = b.customer_id where b.id = asked_box and c.destruction_procedure = 1;
  if not found then return; end if;
  perform from destruction_lines l join destruction_batches d on d.id = l.batch_id
  where l.box_id = asked_box and l.decision = 1 and l.scanned_at = now() and d.state = 4 and d.wait_until <= now();
  if found then return; end if;
  select batch_id into batch from destruction_lines where box_id = asked_box and living;
  raise exception 'box % is not approved for destruction', asked_box using errcode = 'MH002', detail = coalesce(batch::text, '');
end $$;

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
  if new.state in (6, 7) then perform refuse_held(old.id); end if;
  if new.state = 6 then perform refuse_unapproved(old.id); end if;
  return new;
end $$;
