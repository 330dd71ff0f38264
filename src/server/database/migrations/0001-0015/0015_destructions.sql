-- What of a customer is due, by its year, without reading any other box.
create index boxes_due on boxes (customer_id, meta_destroy_year) include (state) where state <> 6 and meta_destroy_year is not null;

-- The moment of the collective destruction that destroyed a box, the one that its entry in the history has: by it all boxes of one are found
-- again (decision 58). Null for what was destroyed alone.
alter table boxes add column destruction timestamptz;
create index boxes_destruction on boxes (destruction, customer_id, number) include (state) where destruction is not null;
