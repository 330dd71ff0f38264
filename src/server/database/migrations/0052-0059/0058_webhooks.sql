-- Addresses of other programs that are told what changed, by the outbox (decision 114).
create table webhooks (
  -- drawn by lot: a running one would tell a customer's user how many others there are (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  -- by whose rights; it goes with them
  user_id bigint not null references users on delete cascade,
  url text not null check (length(url) between 1 and 500),
  -- null for all
  kinds smallint[] check (cardinality(kinds) > 0),
  secret text not null,
  -- signs, too, for a while after another one was made
  former_secret text,
  former_until timestamptz,
  -- why nothing is sent: by hand, the receiver said 410, it failed for three days, its user may not sign in any more
  ended text check (ended in ('paused', 'gone', 'failed', 'owner')),
  failed_since timestamptz,
  -- up to where it was told
  mark text not null,
  selection text not null,
  xid xid8 not null,
  object_kind smallint not null,
  object_id bigint not null,
  version bigint not null,
  created timestamptz not null default now(),
  check ((former_secret is null) = (former_until is null))
);
create index webhooks_user on webhooks (user_id);
