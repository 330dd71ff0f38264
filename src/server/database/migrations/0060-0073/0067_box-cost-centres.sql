-- To which cost centre of its customer a box belongs: free, or one of the customer's list (decision 121).
alter table boxes add column cost_centre text not null default '' check (length(cost_centre) <= 200);
-- The filter of lists, customer by customer; most archives have none.
create index boxes_cost_centre on boxes (customer_id, lower(cost_centre), number) where cost_centre <> '';
