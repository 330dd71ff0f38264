-- Each entry of a history that is charged writes what is owed for it, in the same transaction.
create function charge_history() returns trigger language plpgsql as $$
begin
  if exists (select from new_entries where kind in (1, 3, 4, 6, 17, 18, 19)) and exists (select from price_rules) then
    insert into service_entries (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, box_id, seq)
      select c.customer_id, c.day, c.item, c.unit, c.quantity, c.price, c.vat_category, c.vat_rate, c.cost_centre, c.box_id, c.seq
      from new_entries n join charged_history c on c.box_id = n.box_id and c.seq = n.seq order by c.box_id, c.seq;
  end if;
  if exists (select from new_entries where kind = 31) then -- what is taken back at once was no intake
    delete from service_entries s using new_entries n where n.kind = 31 and s.box_id = n.box_id and s.seq = n.seq - 1;
  end if;
  return null;
end $$;
alter function charge_history() set enable_seqscan = off; -- a list of many thousands is joined along the keys
create trigger history_charged after insert on history referencing new table as new_entries
  for each statement execute function charge_history();
