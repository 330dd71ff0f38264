-- The provider as staff typed it in: what is set on the server goes before it.
create table provider (
  is_only boolean primary key default true check (is_only),
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  contact_phone text not null default '',
  contact_email text not null default '',
  contact text not null default '',
  vat_id text not null default '',
  tax_number text not null default '',
  register text not null default '',
  iban text not null default '',
  bic text not null default '',
  creditor_id text not null default ''
);
