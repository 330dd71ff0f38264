-- Days on which the house delivers nothing, typed by staff; public holidays are a rule (decision 118).
create table closing_days (
  id bigint generated always as identity primary key,
  day date not null unique,
  text text not null check (length(text) between 1 and 200),
  user_id bigint references users,
  created timestamptz not null default now()
);
create index closing_days_user on closing_days (user_id);
