-- The first answer to a call that was sent with an Idempotency-Key, for 48 hours (decision 49): written in the transaction of what it
-- answers, so that both are there or neither. Keys and requests are digests; what only the caller may know is sealed with their token.
create table answers (
  user_id bigint not null references users on delete cascade,
  key bytea not null check (length(key) = 32),
  request bytea not null check (length(request) = 32),
  -- whose things a customer user might see then; null of staff
  customers bigint[],
  status smallint not null,
  body bytea,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
create index answers_at on answers (at);
