-- The mandate by which a customer pays (decision 138): all three of it or none.
alter table customer_terms
  add sepa_mandate text not null default '' check (length(sepa_mandate) <= 35),
  add mandate_date date,
  add iban text not null default '' check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$'),
  add check ((sepa_mandate = '') = (iban = '') and (sepa_mandate = '') = (mandate_date is null));
