-- By which invoice an entry was billed; what is billed is not taken back.
alter table service_entries add column invoice_id int references invoices;
create index service_entries_invoice on service_entries (invoice_id) where invoice_id is not null;
create index service_entries_open on service_entries (customer_id, day) where invoice_id is null;
create function keep_billed_entry() returns trigger language plpgsql as $$
begin
  raise exception 'what is billed is not taken back' using errcode = 'insufficient_privilege';
end $$;
create trigger service_entries_billed before delete on service_entries for each row when (old.invoice_id is not null)
  execute function keep_billed_entry();
