-- What was issued, and nothing of it changes: the snapshot says all that the XML and the paper say (decision 134).
create table invoice_series (kind smallint not null check (kind in (380, 381)), year int not null, last int not null, primary key (kind, year));
create table invoices (
  -- drawn by lot: a running one would tell a customer how many others are billed (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  number text not null unique,
  kind smallint not null check (kind in (380, 381)),
  customer_id bigint not null references customers,
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  corrects_id int unique references invoices,
  snapshot jsonb not null,
  net numeric(12,2) not null,
  vat numeric(12,2) not null,
  gross numeric(12,2) not null,
  issued timestamptz not null default now(),
  issued_by bigint not null references users,
  due date not null,
  xml text,
  xml_sha256 bytea check (length(xml_sha256) = 32),
  check ((kind = 381) = (corrects_id is not null)),
  check ((xml is null) = (xml_sha256 is null)),
  check (gross = net + vat),
  check (xml is null or xml_sha256 = sha256(convert_to(xml, 'UTF8')))
);
create index invoices_customer on invoices (customer_id, issued);
create index invoices_issued on invoices (issued);

create function keep_invoice() returns trigger language plpgsql as $$
begin
  raise exception 'what is issued is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger invoices_rows before update or delete on invoices for each row execute function keep_invoice();
create trigger invoices_table before truncate on invoices for each statement execute function keep_invoice();

-- What is noted later of an invoice: it is not part of what was issued.
create table invoice_notes (
  invoice_id int primary key references invoices,
  sent timestamptz,
  paid_on date
);
-- A month is billed once; a cancellation opens it again.
create table billed_months (
  customer_id bigint not null references customers,
  month date not null check (month = date_trunc('month', month)),
  invoice_id int not null unique references invoices,
  primary key (customer_id, month)
);
