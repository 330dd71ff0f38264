-- How many boxes of a customer fall due in which year is counted as it changes: the report of what falls due reads sums (decision 148).
-- Whoever changes boxes is waited for and waits, so that nobody changes a year uncounted meanwhile; people read on.
lock table boxes in share row exclusive mode;

-- The year in which a box may go: the later of the year after its period of retention and the year that somebody has set; null where nobody has set an end,
-- or the box is destroyed.
create function due_year(state smallint, retain_until date, destroy_year smallint) returns int language sql immutable parallel safe
return case when state <> 6 then greatest(extract(year from retain_until)::int + 1, destroy_year::int) end;

-- Without a key: how many boxes fall due in a year is the sum of the entries since housekeeping summed up last, and nobody waits for anybody (decision 150).
create table due_counts (customer_id bigint not null, year int not null, boxes int not null, mm bigint not null);
insert into due_counts
  select customer_id, due_year(state, retain_until, meta_destroy_year), count(*), sum(size) from boxes
  where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2;
-- who asks for their own reads nobody else's
create index due_counts_customer on due_counts (customer_id, year);

create function count_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into due_counts
      select customer_id, due_year(state, retain_until, meta_destroy_year), count(*), sum(size) from added
      where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2;
  else
    insert into due_counts
      select customer_id, due_year(state, retain_until, meta_destroy_year), -count(*), -sum(size) from gone
      where due_year(state, retain_until, meta_destroy_year) is not null group by 1, 2;
  end if;
  return null;
end $$;
create function count_changed_due() returns trigger language plpgsql as $$
begin
  insert into due_counts select customer_id, year, boxes, mm from (values
    (old.customer_id, due_year(old.state, old.retain_until, old.meta_destroy_year), -1, -old.size),
    (new.customer_id, due_year(new.state, new.retain_until, new.meta_destroy_year), 1, new.size)) changed(customer_id, year, boxes, mm)
    where year is not null;
  return null;
end $$;
create trigger boxes_due_in after insert on boxes referencing new table as added for each statement execute function count_due();
create trigger boxes_due_out after delete on boxes referencing old table as gone for each statement execute function count_due();
-- Columns alone: a function would be planned for each statement, which costs a scan a tenth.
create trigger boxes_due_changed after update of customer_id, size, state, retain_until, meta_destroy_year on boxes for each row when (
    old.retain_until is distinct from new.retain_until or old.meta_destroy_year is distinct from new.meta_destroy_year
    or old.size <> new.size or old.customer_id <> new.customer_id or (old.state = 6) <> (new.state = 6))
  execute function count_changed_due();
