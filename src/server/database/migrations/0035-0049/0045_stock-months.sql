-- The whole stock at the end of each month that is over. Housekeeping reads it from the storage periods, which do not change any more, so that nobody
-- who looks at home adds up the periods of all boxes. The months before this table existed are filled in the same way.
create table stock_months (
  month date primary key check (extract(day from month) = 1),
  mm bigint not null,
  boxes int not null,
  places int not null
);
