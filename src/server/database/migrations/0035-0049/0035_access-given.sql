-- Through whose hands the access of a user went: who made the account, gave it a new password, or removed its second factor (decision 093). Whoever
-- did could have signed in as them. It outlives the audit trail, which is forgotten after 400 days, and has no foreign keys for the same reasons.
create table access_given (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  -- null at the machine itself
  by_user bigint,
  what text not null check (what in ('account', 'password', 'factor')),
  at timestamptz not null default now(),
  check (user_id <> by_user)
);
create index access_given_user on access_given (user_id, id);
create trigger access_given_rows before update or delete on access_given for each row execute function refuse_change();
create trigger access_given_table before truncate on access_given for each statement execute function refuse_change();

-- What the audit trail still knows; of whom it knows nothing nobody is said to have had a hand in.
insert into access_given (user_id, by_user, what, at)
select object_id, user_id, case kind when 20 then 'account' when 11 then 'password' else 'factor' end, at
from audit where object = 'user' and kind in (11, 20, 32) and user_id is distinct from object_id
order by at, id;

-- What stands on record counts, whichever program wrote it.
create function note_access() returns trigger language plpgsql as $$
begin
  insert into access_given (user_id, by_user, what)
  values (new.object_id, new.user_id, case new.kind when 20 then 'account' when 11 then 'password' else 'factor' end);
  return null;
end $$;
create trigger audit_access after insert on audit for each row
  when (new.object = 'user' and new.kind in (11, 20, 32) and new.user_id is distinct from new.object_id) execute function note_access();

-- Who may have signed in as a user, themselves among them, and when they got to last: also by way of others. A password that was given at the
-- machine itself ends what was before it.
create function hands_on(asked bigint, moment timestamptz) returns table (hand bigint, last timestamptz) language sql stable
begin atomic
  with recursive given as (
    select g.user_id, g.by_user, max(g.at) as at from access_given g
    where g.at <= moment and g.by_user is not null and g.id > coalesce((select max(m.id) from access_given m
      where m.user_id = g.user_id and m.by_user is null and m.what = 'password' and m.at <= moment), 0)
    group by g.user_id, g.by_user),
  reached (hand, last) as (
    select asked, '-infinity'::timestamptz
    union
    select g.by_user, greatest(r.last, g.at) from reached r join given g on g.user_id = r.hand)
  select r.hand, max(r.last) from reached r group by r.hand;
end;

-- Whether two users may be one person: one of them had a hand in the other's access, or somebody else had one in both of late, in at least one
-- of them within seven days. Accounts that one administrator made long ago are those of the people who have worked with them since.
create function may_be_one(one bigint, other bigint, moment timestamptz default now()) returns boolean language sql stable
return one = other or exists (
  select from hands_on(one, moment) o join hands_on(other, moment) t using (hand)
  where hand in (one, other) or greatest(o.last, t.last) > moment - interval '7 days');

create or replace function keep_batch() returns trigger language plpgsql as $$
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
    if may_be_one(new.proposed_by, new.confirmed_by) then
      raise exception 'destruction batch % may be proposed and confirmed by one person', old.id using errcode = 'check_violation';
    end if;
    select destruction_wait(waiting_days) into new.wait_until from customers where id = new.customer_id;
  elsif new.state = 4 and new.wait_until > now() then
    raise exception 'destruction batch % waits until %', old.id, new.wait_until using errcode = 'check_violation';
  elsif new.state = 5 and may_be_one(new.shredded_by, new.witness_by) then
    raise exception 'destruction batch % may be destroyed and witnessed by one person', old.id using errcode = 'check_violation';
  elsif new.state = 6 and not exists (select from destruction_papers
      where batch_id = new.id and kind = 'certificate' and sha256 = new.certificate_sha256) then
    raise exception 'destruction batch % has no certificate', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A batch that one person may have proposed and confirmed destroys nothing, one of before neither.
create or replace function refuse_unapproved(asked_box bigint) returns void language plpgsql as $$
declare
  batch int;
begin
  perform from boxes b join customers c on c.id = b.customer_id where b.id = asked_box and c.destruction_procedure = 1;
  if not found then return; end if;
  select batch_id into batch from destruction_lines where box_id = asked_box and living;
  if exists (select from cases where box_id = asked_box and state <> 4) then
    raise exception 'box % has an open case', asked_box using errcode = 'MH003',
      detail = (select id from cases where box_id = asked_box and state <> 4)::text;
  end if;
  perform from destruction_lines l join destruction_batches d on d.id = l.batch_id
  where l.box_id = asked_box and l.decision = 1 and l.scanned_at = now() and d.state = 4 and d.wait_until <= now()
    and not may_be_one(d.proposed_by, d.confirmed_by, d.confirmed_at);
  if found then return; end if;
  raise exception 'box % is not approved for destruction', asked_box using errcode = 'MH002', detail = coalesce(batch::text, '');
end $$;
