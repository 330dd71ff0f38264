-- The address of a delivery as it was when it was ordered: what a note printed stays, whatever becomes of the customer's addresses.
alter table deliveries add column address jsonb check (jsonb_typeof(address) = 'object');
