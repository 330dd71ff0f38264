-- For how long a customer is billed at once, and whether the storage is paid before it or after it (decision 136).
alter table customer_terms
  add column storage_when text not null default 'arrears' check (storage_when in ('arrears', 'advance')),
  add column interval text not null default 'month' check (interval in ('month', 'quarter', 'year'));
