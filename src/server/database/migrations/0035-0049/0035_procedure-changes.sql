-- A customer's destruction procedure is switched off, and its waiting time shortened, by two people and after the waiting time (decision 093): one asks,
-- another one agrees, and what holds until then goes on holding.
create table procedure_changes (
  -- drawn by lot: a running one would tell a customer's user how many others there are (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  customer_id bigint not null references customers on delete cascade,
  switches_off boolean not null,
  -- the shorter waiting time; null where it stays
  waiting_days smallint check (waiting_days between 0 and 90),
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  -- from when on it can take effect: the waiting time of when it was asked; the database says it
  counts_from timestamptz not null,
  agreed_by bigint references users,
  agreed_at timestamptz,
  withdrawn_by bigint references users,
  withdrawn_at timestamptz,
  -- when it took effect
  done_at timestamptz,
  check (switches_off or waiting_days is not null),
  check (num_nulls(agreed_by, agreed_at) in (0, 2) and num_nulls(withdrawn_by, withdrawn_at) in (0, 2)),
  check (done_at is null or withdrawn_at is null and agreed_at <= done_at and counts_from <= done_at)
);
create unique index procedure_changes_open on procedure_changes (customer_id) where withdrawn_at is null and done_at is null;
create index procedure_changes_customer on procedure_changes (customer_id, asked_at desc);

create function keep_procedure_change() returns trigger language plpgsql as $$
declare
  customer customers;
begin
  if tg_op = 'DELETE' then
    if exists (select from customers where id = old.customer_id) then
      raise exception 'changes of a procedure are withdrawn and never deleted' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    select * into customer from customers where id = new.customer_id;
    if num_nonnulls(new.agreed_at, new.withdrawn_at, new.done_at) > 0 or customer.destruction_procedure = 0
       or new.waiting_days >= customer.waiting_days
       or not exists (select from users where id = new.asked_by and is_staff and active) then
      raise exception 'this is no change of the procedure of customer % that can be asked for', customer.code using errcode = 'check_violation';
    end if;
    new.asked_at := now();
    new.counts_from := destruction_wait(customer.waiting_days);
    return new;
  end if;
  if old.withdrawn_at is not null or old.done_at is not null
     or to_jsonb(new) - '{agreed_by,agreed_at,withdrawn_by,withdrawn_at,done_at}'::text[]
       <> to_jsonb(old) - '{agreed_by,agreed_at,withdrawn_by,withdrawn_at,done_at}'::text[]
     or old.agreed_at is not null and (new.agreed_by, new.agreed_at) is distinct from (old.agreed_by, old.agreed_at)
     or new.done_at <> now() then
    raise exception 'what is said of change % of a procedure stays', old.id using errcode = 'check_violation';
  end if;
  if old.agreed_at is null and new.agreed_at is not null and (new.agreed_at <> now() or may_be_one(new.asked_by, new.agreed_by)
      or not exists (select from users u where u.id = new.agreed_by and u.active and (u.is_staff or exists (
        select from customer_users where user_id = u.id and customer_id = new.customer_id and may_approve_destruction)))) then
    raise exception 'change % of a procedure may be asked for and agreed to by one person', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger procedure_changes_rows before insert or update or delete on procedure_changes for each row execute function keep_procedure_change();
create trigger procedure_changes_table before truncate on procedure_changes for each statement execute function refuse_change();

-- Since when a customer's boxes are destroyed with approval only; of those that had it before, since this migration.
alter table customers add column procedure_since timestamptz;
update customers set procedure_since = now() where destruction_procedure = 1;

-- Nobody steps around what others have begun, and nobody alone.
create or replace function keep_procedure() returns trigger language plpgsql as $$
begin
  if new.destruction_procedure = 0 and exists (select from destruction_batches where customer_id = new.id and state not in (6, 9)) then
    raise exception 'destruction batches of customer % are open', new.code using errcode = 'check_violation', constraint = 'customers_open_batches';
  end if;
  if new.destruction_procedure = 0 and not exists (select from procedure_changes where customer_id = new.id and switches_off and done_at = now())
     or new.waiting_days < old.waiting_days and not exists (
       select from procedure_changes where customer_id = new.id and waiting_days = new.waiting_days and done_at = now()) then
    -- as the program of before knows it: it says so and goes on
    raise exception 'nobody agreed to this change of the procedure of customer %', new.code using errcode = 'check_violation',
      constraint = 'customers_open_batches';
  end if;
  return new;
end $$;
drop trigger customers_procedure on customers;
create trigger customers_procedure before update of destruction_procedure, waiting_days on customers for each row
  when (old.destruction_procedure = 1 and (new.destruction_procedure = 0 or new.waiting_days < old.waiting_days))
  execute function keep_procedure();

create function note_procedure() returns trigger language plpgsql as $$
begin
  new.procedure_since := case when new.destruction_procedure = 0 then null
    when tg_op = 'INSERT' or old.destruction_procedure = 0 then now() else old.procedure_since end;
  return new;
end $$;
create trigger customers_procedure_since before insert or update of destruction_procedure, procedure_since on customers
  for each row execute function note_procedure();
