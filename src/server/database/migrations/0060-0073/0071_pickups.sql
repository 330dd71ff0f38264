-- A pick-up (kind 2) fetches boxes and contents from a customer, new boxes among them, and brings empty ones. It takes well under a second.
alter table deliveries
  drop constraint deliveries_kind_check,
  drop constraint deliveries_check,
  add column empty_boxes int not null default 0,
  add constraint deliveries_kind_check check (kind in (0, 1, 2)),
  add constraint deliveries_cancel check (kind <> 1 or state <> 3),
  add constraint deliveries_empty_boxes check (empty_boxes between 0 and case kind when 2 then 10000 else 0 end);

-- What comes back may be over before anybody has begun with it: the last line tells.
create or replace function refuse_delivery_change() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in ((0, 1), (0, 3), (1, 2)) and not (new.kind in (1, 2) and (old.state, new.state) = (0, 2)) then
    raise exception 'delivery % must not change from state % to %', old.code, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
