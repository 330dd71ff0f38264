-- Links by which a password is set once, as their hashes: invitations, and what was asked for at the sign-in (decision 110).
create table password_links (
  hash bytea primary key check (length(hash) = 32),
  user_id bigint not null references users on delete cascade,
  created timestamptz not null default now()
);
create index password_links_user on password_links (user_id);
