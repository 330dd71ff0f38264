-- Why an order came before the first possible day of its option (decision 201). A new column without a value holds at once.
alter table deliveries add column rush_reason text,
  add constraint deliveries_rush_reason check (length(rush_reason) between 1 and 200 and rush_reason ~ '[^[:space:]]'),
  add constraint deliveries_rush_kind check (rush_reason is null or kind in (0, 3));
