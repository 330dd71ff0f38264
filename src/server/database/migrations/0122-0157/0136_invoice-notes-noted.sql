create function note_noted_invoices() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(7::smallint, array_agg(i.id::bigint), array_agg(i.customer_id), false)
  from added a join invoices i on i.id = a.invoice_id;
  return null;
end $$;
create trigger invoice_notes_noted_in after insert on invoice_notes referencing new table as added
  for each statement execute function note_noted_invoices();
create trigger invoice_notes_noted after update on invoice_notes referencing new table as added
  for each statement execute function note_noted_invoices();
