-- In which files an invoice stood that were taken back: a file is deleted with its lines, and the invoice goes on saying so.
create table debits_taken_back (
  invoice_id int not null references invoices,
  file_id int not null,
  created timestamptz not null,
  collect_on date not null,
  taken_back timestamptz not null default now(),
  primary key (invoice_id, file_id)
);
