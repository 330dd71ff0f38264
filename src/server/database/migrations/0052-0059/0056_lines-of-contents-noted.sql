create trigger delivery_contents_noted_in after insert on delivery_contents referencing new table as added
  for each statement execute function note_deliveries();
create trigger delivery_contents_noted after update on delivery_contents referencing new table as added
  for each statement execute function note_deliveries();
