-- What came to stand and what left in a month that is over is noted beside its stock (decision 140): the report of activity counts the running month alone.
-- Housekeeping notes once more what was noted before.
alter table customer_months add came int not null default 0, add went int not null default 0;
alter table stock_months add has_moves boolean not null default false;
create index storage_periods_ended on storage_periods (to_day) where to_day is not null;
