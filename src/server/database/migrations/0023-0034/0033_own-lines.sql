-- The lines of a customer's deliveries, for a search in what was ordered (decision 091): a second at 1,000,000 boxes.
create index delivery_contents_customer on delivery_contents (customer_id, delivery_id);
