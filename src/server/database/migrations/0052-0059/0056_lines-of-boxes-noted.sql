create trigger delivery_boxes_noted_in after insert on delivery_boxes referencing new table as added
  for each statement execute function note_deliveries();
create trigger delivery_boxes_noted after update on delivery_boxes referencing new table as added
  for each statement execute function note_deliveries();
