-- What was handed to the bank: an invoice is in one file, until that is taken back.
create table debit_files (
  id int generated always as identity primary key,
  created timestamptz not null default now(),
  user_id bigint not null references users
);
create table debited_invoices (
  invoice_id int primary key references invoices,
  file_id int not null references debit_files on delete cascade,
  collect_on date not null
);
create index debited_invoices_file on debited_invoices (file_id);
