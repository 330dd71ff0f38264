-- Why the archive charges no tax where a customer's terms say nothing else, and whether it issues invoices that charge nothing; as before it does.
alter table provider
  add exemption_reason text not null default '',
  add zero_invoices boolean not null default true;
