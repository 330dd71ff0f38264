-- An invoice may be for several months; of a month whose storage was billed in advance, which invoice settled it with what really stood there.
alter table billed_months
  drop constraint billed_months_invoice_id_key,
  add column in_advance boolean not null default false,
  add column settled_by int references invoices,
  add check (in_advance or settled_by is null);
create index billed_months_invoice on billed_months (invoice_id);
create index billed_months_settled on billed_months (settled_by) where settled_by is not null;
create index billed_months_unsettled on billed_months (customer_id, month) where in_advance and settled_by is null;
