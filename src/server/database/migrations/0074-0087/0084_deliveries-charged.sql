-- A delivery that is completed writes its trip, in the same transaction.
create function charge_delivery() returns trigger language plpgsql as $$
begin
  insert into service_entries (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, delivery_id)
    select customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, delivery_id
    from charged_deliveries where delivery_id = new.delivery_id
    on conflict do nothing;
  return null;
end $$;
create trigger delivery_events_charged after insert on delivery_events for each row
  when (new.kind = 'completed') execute function charge_delivery();
