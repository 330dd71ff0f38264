-- How an invoice went out by mail: where to, and how that stands. The outbox keeps it in step, whichever way a message ends or begins again.
alter table invoice_notes
  add mail_to text check (length(mail_to) between 1 and 254),
  add mail_state text check (mail_state in ('waiting', 'sent', 'failed')),
  add mail_failure text,
  add check ((mail_to is null) = (mail_state is null));

create function note_invoice_mail() returns trigger language plpgsql as $$
begin
  update invoice_notes set mail_failure = new.failure,
    mail_state = case when new.done_at is null then 'waiting' when new.failure is null then 'sent' else 'failed' end,
    sent = case when new.done_at is not null and new.failure is null then new.done_at else sent end
  where invoice_id = (new.payload ->> 'invoice')::int and mail_to = new.payload ->> 'address';
  return null;
end $$;
create trigger note_invoice_mail after update of done_at, failure on messages for each row
  when (new.payload ->> 'mail' = 'invoiceFile') execute function note_invoice_mail();
