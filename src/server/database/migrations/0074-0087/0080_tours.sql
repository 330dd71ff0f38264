-- A tour of a van on a day (decision 132). The table is new.
create table tours (
  id bigint generated always as identity primary key,
  day date not null,
  vehicle text not null default '' check (length(vehicle) <= 200),
  driver text not null default '' check (length(driver) <= 200),
  -- planned, under way, over
  state smallint not null default 0 check (state in (0, 1, 2)),
  user_id bigint references users on delete set null,
  created timestamptz not null default now(),
  started timestamptz,
  ended timestamptz,
  check ((state > 0) = (started is not null)),
  check ((state = 2) = (ended is not null))
);
create index tours_day on tours (day, id);
create index tours_user on tours (user_id) where user_id is not null;
