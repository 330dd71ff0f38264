-- An order of scans is a delivery of kind 3 (decision 130). The check looks at each delivery once: well under a second.
alter table deliveries
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in (0, 1, 2, 3));

-- An order of scans ends with its last line, as what comes back does, and may be over before anybody has begun with it: nothing was found.
create or replace function refuse_delivery_change() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in ((0, 1), (0, 3), (1, 2)) and not (new.kind in (1, 2, 3) and (old.state, new.state) = (0, 2)) then
    raise exception 'delivery % must not change from state % to %', old.code, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
