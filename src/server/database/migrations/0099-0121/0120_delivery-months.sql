-- What was ordered, scanned and handed over in months that are over, as housekeeping notes it (decision 149). The running month is counted along these indexes,
-- and so is what was cancelled of a month that is noted. Writers change deliveries first, then events and copies: so does this, or both would wait for each other.
create index deliveries_ordered on deliveries (customer_id, created) where kind in (0, 3) and state <> 3;
create index deliveries_canceled on deliveries (customer_id, created) where kind in (0, 3) and state = 3;
create index delivery_events_completed on delivery_events (created) where kind = 'completed';
create index digital_copies_created on digital_copies (customer_id, created);
drop index digital_copies_customer;

-- Of a customer, and without one of all: a month is noted when that row is there. `orders` are all that were made, cancelled ones among them:
-- that may still happen. `dated` are those with a day, which alone can be in time.
create table delivery_months (
  customer_id bigint,
  month date not null check (extract(day from month) = 1),
  orders int not null,
  scans int not null,
  deliveries int not null,
  dated int not null,
  in_time int not null,
  median_hours numeric,
  ninetieth_hours numeric,
  unique nulls not distinct (customer_id, month)
);
-- What was handed over by delivery option, with the window that it had then; null for what was ordered without one.
create table option_months (
  customer_id bigint not null,
  month date not null check (extract(day from month) = 1),
  option_id bigint,
  window_hours int,
  deliveries int not null,
  dated int not null,
  in_time int not null,
  median_hours numeric not null,
  ninetieth_hours numeric not null,
  unique nulls not distinct (customer_id, month, option_id)
);
