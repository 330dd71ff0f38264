-- Box lists that are sent in (decision 078).

-- How the customer calls a box.
alter table boxes add column foreign_number text check (length(foreign_number) between 1 and 200);

create table imports (
  -- drawn by lot: a running one would tell a customer's user how many others there are (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  customer_id bigint not null references customers on delete cascade,
  user_id bigint not null references users,
  -- by whom: what staff import may name places, which no customer's user sees
  by_customer boolean not null,
  name text not null check (length(name) between 1 and 200),
  -- until it is taken over or given up
  file bytea check (octet_length(file) <= 20971520),
  file_sha256 bytea not null check (octet_length(file_sha256) = 32),
  heads text[] not null,
  -- what each column is; null where it is passed over
  mapping text[] not null,
  state smallint not null default 0 check (state in (0, 1, 2, 9)),
  -- counts checks: rows of one before are not mixed with those of a later one
  run int not null default 0,
  total int not null check (total >= 0),
  rows int not null default 0,
  errors int not null default 0,
  made int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  preview jsonb not null default '[]',
  checked timestamptz,
  committed timestamptz,
  committed_by bigint references users,
  undone timestamptz,
  undone_by bigint references users,
  created timestamptz not null default now(),
  check ((state in (1, 2)) = (committed is not null) and (committed is null) = (committed_by is null)),
  check ((state = 2) = (undone is not null) and (undone is null) = (undone_by is null)),
  check (state not in (1, 2) or errors = 0 and checked is not null),
  check ((file is not null) = (state = 0))
);
create index imports_customer on imports (customer_id, created desc, id);
create index imports_created on imports (created desc, id);
create index imports_file on imports (customer_id, file_sha256) where state = 1;

create table import_rows (
  import_id int not null references imports on delete cascade,
  row int not null check (row >= 1),
  values jsonb not null,
  errors jsonb not null default '[]',
  -- the first row of a box tells what was done to it, the others nothing
  box_id bigint,
  made_box boolean,
  content_ids bigint[],
  history_from int,
  history_to int,
  -- what of the box was otherwise before
  before jsonb,
  primary key (import_id, row),
  check (num_nulls(box_id, made_box, history_from, history_to) in (0, 4))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index import_rows_box on import_rows (box_id) where box_id is not null;
create index import_rows_errors on import_rows (import_id, row) where errors <> '[]';

-- Who takes an import back says so: what it put on a shelf is new again.
create or replace function refuse_state_change() returns trigger language plpgsql as $$
declare
  takes_back text := current_setting('magazin.takes_back', true);
begin
  if old.state = 1 and new.state in (0, 5) and takes_back = old.id::text then return new; end if;
  if old.state = 1 and new.state = 0 and takes_back like 'import %'
     and exists (select from import_rows where box_id = old.id and 'import ' || import_id = takes_back) then
    return new;
  end if;
  if not exists (select from box_state_changes where from_state = old.state and to_state = new.state)
     or old.state = 7 and new.state not in (6, old.marked_from)
     or new.state = 7 and new.marked_from <> old.state then
    raise exception 'box % must not change from state % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state in (6, 7) then perform refuse_held(old.id); end if;
  if new.state = 6 then perform refuse_unapproved(old.id); end if;
  return new;
end $$;

-- A period of no day, of what was put on a shelf and taken off again, is on no invoice: it goes with its box.
alter table storage_periods
  drop constraint storage_periods_box_id_customer_id_fkey,
  add constraint storage_periods_box_id_customer_id_fkey foreign key (box_id, customer_id) references boxes (id, customer_id) on delete cascade;
create or replace function keep_periods() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.to_day is null and new.to_day is not null
     and (old.box_id, old.customer_id, old.size_mm, old.from_day) = (new.box_id, new.customer_id, new.size_mm, new.from_day) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.to_day = old.from_day and not exists (select from boxes where id = old.box_id) then return old; end if;
  raise exception 'storage periods are closed and never changed' using errcode = 'insufficient_privilege';
end $$;
