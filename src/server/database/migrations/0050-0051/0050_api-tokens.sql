-- Tokens with which programs call in the name of a user (decision 112). Only the SHA-256 of a token is kept; `prefix` is what people know it by again.
create table api_tokens (
  -- drawn by lot: a running one would tell a customer's user how many others there are (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  hash bytea not null unique check (length(hash) = 32),
  prefix text collate "C" not null check (prefix ~ '^mgz_[0-9A-Za-z]{4}$'),
  name text not null check (length(name) between 1 and 200 and name = btrim(name)),
  user_id bigint not null references users on delete cascade,
  scopes text[] not null check (
    cardinality(scopes) between 1 and 7 and array_position(scopes, null) is null
    and scopes <@ '{read,orders,scans,stock,destruction,billing,users}'),
  -- only this one of its user's customers; a token must not outlive it and see all of them
  customer_id bigint references customers on delete cascade,
  created timestamptz not null default now(),
  -- null at the machine itself
  created_by bigint references users on delete set null,
  expires timestamptz not null,
  ended timestamptz,
  last_used timestamptz,
  last_address text check (length(last_address) <= 100),
  -- when it was put on record last that it is not good for what was asked
  last_refused timestamptz,
  constraint api_tokens_term check (expires > created and expires <= created + interval '367 days')
);
create index api_tokens_user on api_tokens (user_id);
create index api_tokens_customer on api_tokens (customer_id) where customer_id is not null;
create index api_tokens_creator on api_tokens (created_by);
