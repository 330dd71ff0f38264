-- By when what an order brings is wanted back. New columns without a value hold at once; the index is empty.
alter table deliveries add column due_back date, add constraint deliveries_due_back check (due_back is null or kind = 0);
alter table boxes add column due_back date;
create index boxes_due_back on boxes (customer_id, due_back) where due_back is not null;

-- It counts as long as the box is out.
create function forget_due_back() returns trigger language plpgsql as $$
begin
  new.due_back := null;
  return new;
end $$;
create trigger boxes_come_back before update of state on boxes
  for each row when (old.state = 2 and new.state <> 2 and old.due_back is not null) execute function forget_due_back();
