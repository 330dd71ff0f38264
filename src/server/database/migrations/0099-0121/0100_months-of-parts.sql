-- What a customer's boxes took and how many stood in a hall at the end of each month that is over (decision 140). Housekeeping notes them with the whole
-- stock, from storage periods and histories, which do not change any more. Who has no row for a month is counted from these.
create table customer_months (
  customer_id bigint not null,
  month date not null check (extract(day from month) = 1),
  mm bigint not null,
  boxes int not null,
  primary key (customer_id, month)
);
create table area_months (
  area_id int not null,
  month date not null check (extract(day from month) = 1),
  boxes int not null,
  primary key (month, area_id)
);
-- Whether both are noted of a month: those that were noted before are noted once more.
alter table stock_months add has_parts boolean not null default false;

-- How many new texts are gathered before they are sorted into the index is said by who writes: few as always, and many by a list of 100,000 boxes.
alter index contents_search reset (gin_pending_list_limit);
alter index contents_owned reset (gin_pending_list_limit);
