alter table boxes
  add column retention_class_id bigint references retention_classes,
  -- the last entry, the end of a treatment: what the class asks for
  add column retention_from date,
  add column retention_override_until date,
  add column retention_override_reason text check (length(retention_override_reason) between 1 and 200),
  -- the last day, as it was computed last; null where it is not known
  add column retain_until date,
  -- the destroy year that was proposed last: while it is in `meta_destroy_year`, it follows
  add column proposed_destroy_year smallint,
  add column hold_count int not null default 0,
  add constraint boxes_retention_override check (num_nulls(retention_override_until, retention_override_reason) <> 1);
-- What may go in a year, and what becomes free when; also what has no end, for which somebody must name a class.
create index boxes_retention on boxes (customer_id, retain_until, number) include (id, state, size, hold_count, marked_from) where state <> 6;

create table hold_boxes (
  hold_id int not null references holds on delete cascade,
  box_id bigint not null,
  customer_id bigint not null,
  primary key (hold_id, box_id),
  foreign key (box_id, customer_id) references boxes (id, customer_id) on delete cascade
);
create index hold_boxes_box on hold_boxes (box_id);

create function keep_hold_boxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from boxes where id = old.box_id) then return old; end if;
  raise exception 'holds are released and never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger hold_boxes_rows before update or delete on hold_boxes for each row execute function keep_hold_boxes();
create trigger hold_boxes_table before truncate on hold_boxes for each statement execute function refuse_change();

create function count_holds() returns trigger language plpgsql as $$
begin
  perform from boxes where id in (select box_id from named) order by id for update;
  update boxes set hold_count = hold_count + n from (
    select box_id, count(*) as n from named join holds h on h.id = hold_id where h.released_at is null group by 1) k where id = box_id;
  return null;
end $$;
create trigger hold_boxes_counted after insert on hold_boxes referencing new table as named for each statement execute function count_holds();

create function count_released_hold() returns trigger language plpgsql as $$
begin
  perform from boxes where id in (select box_id from hold_boxes where hold_id = new.id) order by id for update;
  update boxes set hold_count = hold_count - 1 where id in (select box_id from hold_boxes where hold_id = new.id);
  return null;
end $$;
create trigger holds_released after update on holds for each row
  when (new.scope <> 'customer' and old.released_at is null and new.released_at is not null) execute function count_released_hold();

-- The guard -----------------------------------------------------------------------------------------------------------

-- Why a box must not be destroyed: by a hold, or, with a year, because taxes of it may still be assessed. Looks at the holds and not at
-- their counters.
create function holds_on(asked_box bigint) returns table (label text, audit_from smallint) language sql stable
begin atomic
  select concat_ws(', ', h.reason, nullif(h.reference, '')), null::smallint
  from boxes b join holds h on h.customer_id = b.customer_id and h.released_at is null
  where b.id = asked_box and (h.scope = 'customer' or exists (select from hold_boxes n where n.hold_id = h.id and n.box_id = b.id))
  union all
  select null, c.audit_open_from from boxes b join customers c on c.id = b.customer_id
  where b.id = asked_box and c.audit_open_from is not null
    -- papers of no known class or year may be taxes', too
    and (b.retention_class_id is null
      or exists (select from retention_classes k where k.id = b.retention_class_id and k.tax)
      or exists (select from contents i join retention_classes k on k.id = i.retention_class_id where i.box_id = b.id and k.tax))
    and coalesce(greatest(b.meta_year, extract(year from b.retention_from),
      (select max(extract(year from i.retention_from)) from contents i where i.box_id = b.id)), c.audit_open_from) >= c.audit_open_from;
end;

-- Refuses with an SQLSTATE of its own, so that the program can tell people why, whatever way they came.
create function refuse_held(asked_box bigint) returns void language plpgsql as $$
declare
  hold record;
begin
  perform from customers where id = (select customer_id from boxes where id = asked_box) for key share; -- who sets a hold on all of it has it, and is waited for
  select * into hold from holds_on(asked_box) limit 1;
  if not found then return; end if;
  raise exception 'box % is held', asked_box using errcode = 'MH001', detail = coalesce(hold.label, ''), hint = coalesce(hold.audit_from::text, '');
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
  return new;
end $$;

create function refuse_held_deletion() returns trigger language plpgsql as $$
begin
  perform refuse_held(old.id);
  return old;
end $$;
create trigger boxes_held before delete on boxes for each row execute function refuse_held_deletion();
