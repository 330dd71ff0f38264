-- Who pays for a delivery: what was chosen when it was ordered.
alter table deliveries add column cost_centre text not null default '' check (length(cost_centre) <= 200);
