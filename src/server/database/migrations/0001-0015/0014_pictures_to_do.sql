-- The pictures that nobody has worked on yet: home counts them, the box list finds their boxes.
create index images_to_do on images (customer_id, box_id) where not viewed;

-- Who takes the storing of a box back says so (database/positions.ts); nobody else leads a stored box to where it came from.
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
  return new;
end $$;
