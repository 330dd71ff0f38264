-- What stands on the invoices of a customer beside what there was: one more line of the address, why there is no tax, and a cash discount. What was agreed
-- before has none of them.
alter table customer_terms
  add address_extra text not null default '',
  add exemption_reason text not null default '',
  add discount_days int check (discount_days between 1 and 365),
  add discount_percent numeric(4,2) check (discount_percent > 0),
  add check ((discount_days is null) = (discount_percent is null)),
  add check (discount_days is null or (discount_days <= payment_days and sepa_mandate = ''));
