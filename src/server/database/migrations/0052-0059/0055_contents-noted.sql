create trigger contents_noted_in after insert on contents referencing new table as added
  for each statement execute function note_objects_added(1);
create trigger contents_noted after update on contents referencing new table as added
  for each statement execute function note_objects_added(1);
create trigger contents_noted_out after delete on contents referencing old table as gone
  for each statement execute function note_objects_gone(1);
