create trigger deliveries_noted_in after insert on deliveries referencing new table as added
  for each statement execute function note_objects_added(2);
create trigger deliveries_noted after update on deliveries referencing new table as added
  for each statement execute function note_objects_added(2);
create trigger deliveries_noted_out after delete on deliveries referencing old table as gone
  for each statement execute function note_objects_gone(2);

-- A line is part of its delivery, which is locked first: whoever changes the delivery itself has it, too.
create function note_deliveries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(2::smallint, array_agg(d.id), array_agg(d.customer_id), false)
  from (select id, customer_id from deliveries where id in (select delivery_id from added) order by id for no key update) d;
  return null;
end $$;
