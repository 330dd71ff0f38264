-- A service account is a user that no person is: it has no password and calls with tokens alone (decision 112).
alter table users
  add column service boolean not null default false,
  add constraint users_service check (not service or (password_hash = 'none' and not init_password));

-- Two people are two people: a program that calls as a service account is neither of them, whoever has its tokens.
create or replace function may_be_one(one bigint, other bigint, moment timestamptz default now()) returns boolean language sql stable
return one = other or exists (select from users where id in (one, other) and service) or exists (
  select from hands_on(one, moment) o join hands_on(other, moment) t using (hand)
  where hand in (one, other) or greatest(o.last, t.last) > moment - interval '7 days');
