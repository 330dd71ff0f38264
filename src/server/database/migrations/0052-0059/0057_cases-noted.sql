-- Cases are staff's, and none is ever deleted.
create function note_cases() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(5::smallint, array_agg(id), array_agg(null::bigint), false) from added;
  return null;
end $$;
create trigger cases_noted_in after insert on cases referencing new table as added for each statement execute function note_cases();
create trigger cases_noted after update on cases referencing new table as added for each statement execute function note_cases();
