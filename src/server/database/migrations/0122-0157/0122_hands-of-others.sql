-- Every act by which somebody reaches the sign-in or the vote of another person is a hand in their access (decision 152), not three kinds of them
-- only; whoever approves counts as whoever confirms; and links for a password wait where an address was changed.

-- What an entry of the audit trail gives over the user that it is about; null where it gives nothing. The one list of them.
create function hand_of(kind smallint, meta jsonb) returns text language sql immutable return case kind
  when 6 then case when meta -> 'mail' = 'true' then 'identity' end
  when 10 then case when meta -> 'link' = 'true' then 'link' end
  when 11 then 'password'
  when 13 then 'token'
  when 20 then 'account'
  when 21 then case when meta ->> 'right' in ('active', 'approve', 'centres', 'customer', 'staff') and meta -> 'to' <> 'false' then 'right' end
  when 22 then 'email'
  when 29 then case when meta -> 'to' = 'true' then 'account' end
  when 32 then 'factor' end;

alter table access_given
  drop constraint access_given_what_check,
  drop constraint access_given_check,
  add constraint access_given_what_check
    check (what in ('account', 'email', 'factor', 'identity', 'link', 'password', 'right', 'token')),
  -- who types their own address is kept as well: what comes by mail then is theirs
  add constraint access_given_check check (user_id <> by_user or what = 'email');

-- Who typed the address that a user has; null at the machine, or where nobody knows.
create function typed_by(asked bigint) returns bigint language sql stable
return (select by_user from access_given where user_id = asked and what in ('account', 'email') order by at desc, id desc limit 1);

-- What came by mail was in the hands of whoever typed the address.
create or replace function note_access() returns trigger language plpgsql as $$
declare
  gives text := hand_of(new.kind, new.meta);
  hand bigint := case when gives in ('identity', 'link') then typed_by(new.object_id) else new.user_id end;
begin
  if hand = new.object_id and gives <> 'email' or hand is null and gives in ('identity', 'link', 'right', 'token') then return null; end if;
  insert into access_given (user_id, by_user, what) values (new.object_id, hand, gives);
  return null;
end $$;
drop trigger audit_access on audit;
create trigger audit_access after insert on audit for each row
  when (new.object = 'user' and hand_of(new.kind, new.meta) is not null) execute function note_access();

-- What the audit trail still knows of the kinds that are new.
insert into access_given (user_id, by_user, what, at)
select object_id, user_id, hand_of(kind, meta), at
from audit where object = 'user' and kind in (13, 21, 22, 29) and hand_of(kind, meta) is not null
  and (user_id <> object_id or hand_of(kind, meta) = 'email' or user_id is null and kind = 22)
order by at, id;

-- As before; which came first is said by the moments, for what was found out later has later numbers.
create or replace function hands_on(asked bigint, moment timestamptz) returns table (hand bigint, last timestamptz) language sql stable
begin atomic
  with recursive given as (
    select g.user_id, g.by_user, max(g.at) as at from access_given g
    where g.at <= moment and g.by_user <> g.user_id and not exists (select from access_given m
      where m.user_id = g.user_id and m.by_user is null and m.what = 'password' and m.at <= moment and (m.at, m.id) > (g.at, g.id))
    group by g.user_id, g.by_user),
  reached (hand, last) as (
    select asked, '-infinity'::timestamptz
    union
    select g.by_user, greatest(r.last, g.at) from reached r join given g on g.user_id = r.hand)
  select r.hand, max(r.last) from reached r group by r.hand;
end;

-- Since when a user who had signed in has another address.
alter table users add column email_since timestamptz;
create function note_email() returns trigger language plpgsql as $$
begin
  new.email_since := now();
  return new;
end $$;
create trigger users_email before update of email on users for each row
  when (old.email <> new.email and old.last_login is not null) execute function note_email();

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
    if new.approver_reference is null and may_be_one(new.proposed_by, new.approved_by) then
      raise exception 'destruction batch % may be proposed and approved by one person', old.id using errcode = 'check_violation';
    end if;
  elsif new.state = 3 then
    if not exists (select from users where id = new.confirmed_by and is_staff and active) then
      raise exception 'destruction batch % is confirmed by nobody of the archive', old.id using errcode = 'check_violation';
    end if;
    if may_be_one(new.proposed_by, new.confirmed_by) then
      raise exception 'destruction batch % may be proposed and confirmed by one person', old.id using errcode = 'check_violation';
    end if;
    if new.approver_reference is null and may_be_one(new.approved_by, new.confirmed_by) then
      raise exception 'destruction batch % may be approved and confirmed by one person', old.id using errcode = 'check_violation';
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
