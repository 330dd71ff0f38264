-- A customer's users see their own imports, and none of staff's.
create function note_imports() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform note_objects(6::smallint, array_agg(id), array_agg(case when by_customer then customer_id end), true) from gone;
  else
    perform note_objects(6::smallint, array_agg(id), array_agg(case when by_customer then customer_id end), false) from added;
  end if;
  return null;
end $$;
create trigger imports_noted_in after insert on imports referencing new table as added for each statement execute function note_imports();
create trigger imports_noted after update on imports referencing new table as added for each statement execute function note_imports();
create trigger imports_noted_out after delete on imports referencing old table as gone for each statement execute function note_imports();
