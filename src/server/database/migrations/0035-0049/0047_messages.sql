-- What leaves the house is written in the transaction of what it tells, and sent after it (decision 110).
create table messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'hook', 'print')),
  -- whoever receives it, such as mail:17: what goes to one target is sent in the order of the ids
  target text not null check (length(target) between 1 and 200),
  -- whose page lists it, and whose user a mail goes to
  customer_id bigint references customers on delete cascade,
  user_id bigint references users on delete cascade,
  payload jsonb not null,
  -- what is told once only
  dedupe text not null unique check (length(dedupe) between 1 and 300),
  created timestamptz not null default now(),
  not_before timestamptz not null default now(),
  tries int not null default 0,
  -- until when somebody sends it now
  leased_until timestamptz,
  -- since when nobody tries it any more: it was sent, is of no use any more, or was given up
  done_at timestamptz,
  failed boolean not null default false,
  -- why it was not sent, at the last try
  failure text check (length(failure) <= 500),
  check (done_at is not null or not failed)
);
-- Whoever looks for what is to be sent reads open messages only, the oldest of each target.
create index messages_open on messages (target, id) where done_at is null;
create index messages_failed on messages (id) where failed;
create index messages_done on messages (done_at) where done_at is not null;
create index messages_customer on messages (customer_id, id desc) where customer_id is not null;
create index messages_user on messages (user_id) where user_id is not null;
