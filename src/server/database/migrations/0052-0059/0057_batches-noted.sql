-- Its customer sees a batch once it was proposed; none is ever deleted.
create function note_batches() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_objects(4::smallint, array_agg(id), array_agg(case when proposed_at is not null then customer_id end), false) from added;
  return null;
end $$;
create trigger destruction_batches_noted_in after insert on destruction_batches referencing new table as added
  for each statement execute function note_batches();
create trigger destruction_batches_noted after update on destruction_batches referencing new table as added
  for each statement execute function note_batches();
