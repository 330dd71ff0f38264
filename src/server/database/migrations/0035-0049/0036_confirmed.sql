-- When whoever holds a token last proved who they are in that session, by the password or a code: what gives rights, destroys or takes everything
-- along wants it within ten minutes (decision 097). A sign-in is such a proof; sessions of before this migration have none.
alter table tokens add column confirmed_at timestamptz not null default '-infinity';
alter table tokens alter column confirmed_at set default now();
