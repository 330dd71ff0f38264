create trigger delivery_proofs_noted after insert on delivery_proofs referencing new table as added
  for each statement execute function note_deliveries();
