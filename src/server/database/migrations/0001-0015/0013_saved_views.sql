-- Views of a list that somebody saved: its filters and its order, as the address of the list carries them (decision 56). Their numbers are
-- drawn by lot, as those of sessions: running ones would tell a customer user how much others save (decision 3).
create table saved_views (
  user_id bigint not null references users on delete cascade,
  id int not null default 1 + floor(random() * 2147483646)::int,
  list text not null check (length(list) between 1 and 40),
  name text not null check (length(name) between 1 and 200),
  search text not null check (length(search) <= 2000),
  created timestamptz not null default now(),
  primary key (user_id, id),
  unique (user_id, list, name)
);
