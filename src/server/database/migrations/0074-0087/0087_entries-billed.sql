-- By which invoice an entry was billed.
alter table service_entries add column invoice_id int references invoices;
create index service_entries_invoice on service_entries (invoice_id) where invoice_id is not null;
create index service_entries_open on service_entries (customer_id, day) where invoice_id is null;
