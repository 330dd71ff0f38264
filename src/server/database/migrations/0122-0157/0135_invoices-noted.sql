-- Programs hear of invoices: that one was issued or cancelled, and what is noted beside it (decision 167). A cancellation changes its invoice, too.
create function note_invoices() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(7::smallint, array_agg(i.id::bigint), array_agg(i.customer_id), false)
  from (select distinct i.id, i.customer_id from added a join invoices i on i.id in (a.id, a.corrects_id)) i;
  return null;
end $$;
create trigger invoices_noted after insert on invoices referencing new table as added for each statement execute function note_invoices();
