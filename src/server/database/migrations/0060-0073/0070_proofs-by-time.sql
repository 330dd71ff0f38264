-- A customer's documents are listed by time.
create index delivery_proofs_customer on delivery_proofs (customer_id, created, id);
