-- What one server does for all, each kind a row: when it last began, failed and ended well.
create table jobs (
  name text primary key check (name in ('backup')),
  begun timestamptz not null default now(),
  failed timestamptz,
  reason text check (length(reason) <= 1000),
  done timestamptz,
  -- of the last time that it ended well
  result jsonb,
  check ((failed is null) = (reason is null)),
  check ((done is null) = (result is null))
);
