-- When the personal texts of a destroyed box were blanked (decision 083); one that comes back has others.
alter table boxes
  add column blanked timestamptz,
  add constraint boxes_blanked check (blanked is null or state = 6);
-- What may be blanked one day, of each customer the oldest first.
create index boxes_to_blank on boxes (customer_id, destroyed, id) where state = 6 and blanked is null;

create function forget_blanked() returns trigger language plpgsql as $$
begin
  new.blanked := null;
  return new;
end $$;
create trigger boxes_reactivated before update of state on boxes for each row
  when (old.blanked is not null and new.state <> 6) execute function forget_blanked();
