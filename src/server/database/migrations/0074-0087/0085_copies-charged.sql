-- What was scanned writes what is owed for it, in the same transaction.
create function charge_copy() returns trigger language plpgsql as $$
begin
  insert into service_entries (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, copy_id)
    select customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, copy_id
    from charged_copies where copy_id = new.id order by item;
  return null;
end $$;
create trigger digital_copies_charged after insert on digital_copies for each row execute function charge_copy();
