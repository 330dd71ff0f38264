-- Who came in, who may what, and who read what (decision 35). It names people and things without foreign keys: an entry outlives
-- what it is about, and writing it waits for nobody's lock.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind smallint not null check (kind between 1 and 999),
  user_id bigint,
  -- what was typed where nobody could sign in
  name text check (length(name) <= 200),
  -- null for what did not come over the network
  address text check (length(address) <= 200),
  customer_code int,
  box_code text collate "C",
  object text check (object in ('user', 'image', 'delivery')),
  object_id bigint,
  meta jsonb,
  check ((object is null) = (object_id is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Each filter walks an index in the order of the list; of two filters the index of one knows the other.
create index audit_at on audit (at, id);
create index audit_user on audit (user_id, at, id) include (kind);
create index audit_kind on audit (kind, at, id);
create index audit_customer on audit (customer_code, at, id) include (kind, user_id) where customer_code is not null;
create index audit_box on audit (box_code, at, id) where box_code is not null;

-- What is older need not be kept any more.
create function audit_limit() returns timestamptz language sql stable
return now() - interval '400 days';

create function keep_audit() returns trigger language plpgsql as $$
begin
  if old.at >= audit_limit() then
    raise exception 'audit is append-only for 400 days' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger audit_rows before update on audit for each row execute function refuse_change();
create trigger audit_age before delete on audit for each row execute function keep_audit();
create trigger audit_table before truncate on audit for each statement execute function refuse_change();

-- Removes the oldest of what need not be kept, a piece at a time; answers how many entries. It belongs to whom the table belongs to
-- (seal-history.ts), so that the program can remove these and no others.
create function expire_audit() returns bigint language sql security definer
begin atomic
  with gone as (
    delete from audit where id in (select id from audit where at < audit_limit() order by at limit 10000) returning id)
  select count(*) from gone;
end;
