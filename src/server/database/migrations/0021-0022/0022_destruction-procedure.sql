-- Destruction in steps that more than one person takes (decision 073). A collective destruction (0015) is a moment and has no table; what is
-- here is a batch: it has a number, a customer, and people who said yes.

alter table customers
  -- 0 as ever: who marks may destroy; 1 only by a batch that the customer has approved
  add column destruction_procedure smallint not null default 0 check (destruction_procedure in (0, 1)),
  add column waiting_days smallint not null default 7 check (waiting_days between 0 and 90),
  -- DIN 66399: class 1 goes with levels 1 to 3, class 2 with 3 to 5, class 3 with 5 to 7
  add column protection_class smallint not null default 2,
  add column security_level smallint not null default 4,
  add constraint customers_destruction_norm
    check (protection_class between 1 and 3 and security_level between 2 * protection_class - 1 and 2 * protection_class + 1);

create table destruction_batches (
  -- its number, V-000012: gapless, for nothing is ever deleted here
  id int primary key check (id >= 1),
  customer_id bigint not null references customers,
  state smallint not null default 0,
  protection_class smallint not null,
  security_level smallint not null,
  carrier text not null default 'P' check (carrier in ('P', 'F', 'O', 'T', 'H', 'E')),
  place text not null default 'house' check (place in ('house', 'subcontractor')),
  machine text not null default '' check (length(machine) <= 200),
  subcontractor text not null default '' check (length(subcontractor) <= 200),
  created timestamptz not null default now(),
  created_by bigint not null references users,
  proposed_by bigint references users,
  proposed_at timestamptz,
  approved_by bigint references users,
  approved_at timestamptz,
  -- by letter: who signed it, and what it is kept under
  approver_name text check (length(approver_name) between 1 and 200),
  approver_reference text check (length(approver_reference) between 1 and 200),
  confirmed_by bigint references users,
  confirmed_at timestamptz,
  wait_until timestamptz,
  begun_at timestamptz,
  shredded_by bigint references users,
  witness_by bigint references users,
  shredded_at timestamptz,
  certified_by bigint references users,
  certified_at timestamptz,
  certificate_number text unique,
  certificate_sha256 bytea check (octet_length(certificate_sha256) = 32),
  -- of what the certificate says, as its attachment says it
  certificate_digest bytea check (octet_length(certificate_digest) = 32),
  aborted_by bigint references users,
  aborted_at timestamptz,
  abort_reason text check (length(abort_reason) between 1 and 4000),
  unique (id, customer_id),
  constraint destruction_norm
    check (protection_class between 1 and 3 and security_level between 2 * protection_class - 1 and 2 * protection_class + 1),
  constraint destruction_second_person check (confirmed_by <> proposed_by),
  constraint destruction_witness check (witness_by <> shredded_by),
  constraint destruction_letter check (num_nulls(approver_name, approver_reference) in (0, 2)),
  check ((state = 9) = (abort_reason is not null) and num_nulls(aborted_by, aborted_at, abort_reason) in (0, 3)),
  check (state = 9 or (state >= 1) = (num_nulls(proposed_by, proposed_at) = 0)),
  check (state = 9 or (state >= 2) = (num_nulls(approved_by, approved_at) = 0)),
  check (state = 9 or (state >= 3) = (num_nulls(confirmed_by, confirmed_at, wait_until) = 0)),
  check ((state between 4 and 6) = (num_nulls(begun_at, shredded_by) = 0)),
  check ((state between 5 and 6) = (num_nulls(witness_by, shredded_at) = 0)),
  check ((state = 6) = (num_nulls(certified_by, certified_at, certificate_number, certificate_sha256, certificate_digest) = 0))
);
create index destruction_batches_customer on destruction_batches (customer_id, id desc);
create index destruction_batches_open on destruction_batches (id desc) where state not in (6, 9);

-- What may follow what, and what is said of a batch with it: everything else stays as it was said before.
create table destruction_state_changes (
  from_state smallint not null,
  to_state smallint not null,
  says text[] not null,
  primary key (from_state, to_state)
);
insert into destruction_state_changes values
  (0, 0, '{protection_class,security_level,carrier,place,machine,subcontractor}'),
  (0, 1, '{proposed_by,proposed_at}'),
  (1, 2, '{approved_by,approved_at,approver_name,approver_reference}'),
  (2, 3, '{confirmed_by,confirmed_at,wait_until}'),
  (3, 4, '{begun_at,shredded_by}'),
  (4, 5, '{witness_by,shredded_at,place,machine,subcontractor}'),
  (5, 6, '{certified_by,certified_at,certificate_number,certificate_sha256,certificate_digest}'),
  (0, 9, '{aborted_by,aborted_at,abort_reason}'),
  (1, 9, '{aborted_by,aborted_at,abort_reason}'),
  (2, 9, '{aborted_by,aborted_at,abort_reason}'),
  (3, 9, '{aborted_by,aborted_at,abort_reason}');
create trigger destruction_state_changes_rows before insert or update or delete on destruction_state_changes
  for each row execute function refuse_change();

-- Until when a batch waits that is confirmed now: the end of the last day in Berlin; nobody waits for no day.
create function destruction_wait(days int) returns timestamptz language sql stable
return case when days = 0 then now() else (berlin_day(now()) + days + 1)::timestamp at time zone 'Europe/Berlin' end;

-- Papers of a batch as they are: the customer's signed letter, and the certificate. Never changed.
create table destruction_papers (
  id bigint generated by default as identity primary key,
  batch_id int not null references destruction_batches,
  kind text not null check (kind in ('approval', 'certificate')),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 20971520),
  sha256 bytea not null generated always as (sha256(bytes)) stored,
  -- of a letter: who signed it, and under which sign it is kept
  signer text check (length(signer) between 1 and 200),
  reference text check (length(reference) between 1 and 200),
  user_id bigint not null references users,
  created timestamptz not null default now(),
  check (num_nonnulls(signer, reference) = case kind when 'approval' then 2 else 0 end)
);
alter table destruction_papers alter bytes set storage external; -- what it holds is compressed already
create index destruction_papers_batch on destruction_papers (batch_id, kind, id);
create unique index destruction_papers_certificate on destruction_papers (batch_id) where kind = 'certificate';
create trigger destruction_papers_rows before update or delete on destruction_papers for each row execute function refuse_change();
create trigger destruction_papers_table before truncate on destruction_papers for each statement execute function refuse_change();

create function keep_batch() returns trigger language plpgsql as $$
declare
  said text[];
begin
  if tg_op = 'DELETE' then
    raise exception 'destruction batches are aborted and never deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 0 then raise exception 'a destruction batch begins as a draft' using errcode = 'check_violation'; end if;
    return new;
  end if;
  select says into said from destruction_state_changes where from_state = old.state and to_state = new.state;
  if said is null then
    raise exception 'destruction batch % must not change from state % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - 'state' - said <> to_jsonb(old) - 'state' - said then
    raise exception 'what is said of destruction batch % stays', old.id using errcode = 'check_violation';
  end if;
  if (old.state, new.state) = (1, 2) then
    if new.approver_reference is null and not exists (select from users u join customer_users c on c.user_id = u.id
        where u.id = new.approved_by and not u.is_staff and c.customer_id = new.customer_id and c.may_approve_destruction)
      or new.approver_reference is not null and not (
        exists (select from destruction_papers where batch_id = new.id and kind = 'approval'
          and (signer, reference) = (new.approver_name, new.approver_reference))
        and exists (select from users where id = new.approved_by and is_staff)) then
      raise exception 'destruction batch % is not approved by its customer', old.id using errcode = 'check_violation';
    end if;
  elsif new.state = 3 then
    if not exists (select from users where id = new.confirmed_by and is_staff and active) then
      raise exception 'destruction batch % is confirmed by nobody of the archive', old.id using errcode = 'check_violation';
    end if;
    select destruction_wait(waiting_days) into new.wait_until from customers where id = new.customer_id;
  elsif new.state = 4 and new.wait_until > now() then
    raise exception 'destruction batch % waits until %', old.id, new.wait_until using errcode = 'check_violation';
  elsif new.state = 6 and not exists (select from destruction_papers
      where batch_id = new.id and kind = 'certificate' and sha256 = new.certificate_sha256) then
    raise exception 'destruction batch % has no certificate', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger destruction_batches_rows before insert or update or delete on destruction_batches for each row execute function keep_batch();
create trigger destruction_batches_table before truncate on destruction_batches for each statement execute function refuse_change();

-- Nobody steps around what others have begun.
create function keep_procedure() returns trigger language plpgsql as $$
begin
  if exists (select from destruction_batches where customer_id = new.id and state not in (6, 9)) then
    raise exception 'destruction batches of customer % are open', new.code using errcode = 'check_violation', constraint = 'customers_open_batches';
  end if;
  return new;
end $$;
create trigger customers_procedure before update of destruction_procedure on customers for each row
  when (old.destruction_procedure > new.destruction_procedure) execute function keep_procedure();

-- What happened to a batch, chained as the history of a box is (0017).
create table destruction_events (
  batch_id int not null references destruction_batches,
  seq int not null check (seq >= 1),
  kind smallint not null check (kind between 0 and 99),
  user_id bigint not null references users,
  meta jsonb,
  text text,
  created timestamptz not null default now(),
  salt bytea not null check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (batch_id, seq)
);
create trigger destruction_events_rows before update or delete on destruction_events for each row execute function refuse_change();
create trigger destruction_events_table before truncate on destruction_events for each statement execute function refuse_change();

create function chain_destruction_event() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
begin
  select seq, hash, created into last from destruction_events where batch_id = new.batch_id order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.created := greatest(now(), last.created, (select at from history_floor)); -- a clock may have been put back
  new.salt := uuid_send(gen_random_uuid());
  new.digest := entry_digest(new.salt, new.meta, new.text);
  new.hash := entry_hash(last.hash, new.batch_id, new.seq, new.kind, new.user_id, new.created, new.digest);
  return new;
end $$;
create trigger destruction_events_chain before insert on destruction_events for each row execute function chain_destruction_event();
