-- How many deliveries a customer has of each kind and state is counted when a transaction commits: the list of all need not count them (decision 143).
-- Whoever changes deliveries is waited for and waits; people read on.
lock table deliveries in share row exclusive mode;
create table delivery_counts (
  customer_id bigint not null references customers on delete cascade,
  kind smallint not null,
  state smallint not null,
  deliveries int not null default 0,
  primary key (customer_id, kind, state)
) with (fillfactor = 50);
insert into delivery_counts select customer_id, kind, state, count(*) from deliveries group by 1, 2, 3;

-- What a transaction has still to add: no row of it is ever seen by another one. Nobody holds a counter while a person's work goes on, and all are taken in
-- one order.
create table late_deliveries (customer_id bigint not null, kind smallint not null, state smallint not null, deliveries int not null);

create function add_late_deliveries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  late late_deliveries[];
begin
  with gone as (delete from late_deliveries returning late_deliveries) select array_agg(gone.late_deliveries) into late from gone;
  if late is null then return null; end if; -- all of them were added with the first
  insert into delivery_counts as k (customer_id, kind, state, deliveries)
    select customer_id, kind, state, sum(deliveries) from unnest(late) group by 1, 2, 3 having sum(deliveries) <> 0 order by 1, 2, 3
    on conflict (customer_id, kind, state) do update set deliveries = k.deliveries + excluded.deliveries;
  return null;
end $$;
create constraint trigger late_deliveries_added after insert on late_deliveries deferrable initially deferred
  for each row execute function add_late_deliveries();

create function count_deliveries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into late_deliveries select customer_id, kind, state, count(*) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into late_deliveries select customer_id, kind, state, -count(*) from gone group by 1, 2, 3;
  else
    insert into late_deliveries
      select customer_id, kind, state, sum(n) from (
        select customer_id, kind, state, 1 as n from added union all select customer_id, kind, state, -1 from gone) changes
      group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger deliveries_counted_in after insert on deliveries referencing new table as added
  for each statement execute function count_deliveries();
create trigger deliveries_counted after update on deliveries referencing old table as gone new table as added
  for each statement execute function count_deliveries();
create trigger deliveries_counted_out after delete on deliveries referencing old table as gone
  for each statement execute function count_deliveries();
