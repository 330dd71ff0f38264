create function note_customers() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform note_objects(3::smallint, array_agg(id), array_agg(id), true) from gone;
  else
    perform note_objects(3::smallint, array_agg(id), array_agg(id), false) from added;
  end if;
  return null;
end $$;
create trigger customers_noted_in after insert on customers referencing new table as added
  for each statement execute function note_customers();
create trigger customers_noted after update on customers referencing new table as added
  for each statement execute function note_customers();
create trigger customers_noted_out after delete on customers referencing old table as gone
  for each statement execute function note_customers();
