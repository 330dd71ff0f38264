-- How many boxes stand in a row is the sum of what was added and taken away since housekeeping summed up last: rows by how full they are need no box to be
-- counted, and nobody who stores one waits for anybody else (decision 150). Who changes boxes is waited for and waits here; people read on.
lock table boxes in share row exclusive mode;
-- Without a key: a row that is gone has a sum of 0, which is not kept.
create table row_counts (row_id bigint not null, boxes int not null);
insert into row_counts select row_id, count(*) from boxes where row_id is not null group by 1;

create function count_placed_in_rows() returns trigger language plpgsql as $$
begin
  insert into row_counts select row_id, count(*) from added where row_id is not null group by 1;
  return null;
end $$;
create function count_moved_in_rows() returns trigger language plpgsql as $$
begin
  if old.row_id is not null then insert into row_counts values (old.row_id, -1); end if;
  if new.row_id is not null then insert into row_counts values (new.row_id, 1); end if;
  return null;
end $$;
-- What is deleted has no place: it is in state 0.
create trigger boxes_placed_in_rows after insert on boxes referencing new table as added
  for each statement execute function count_placed_in_rows();
create trigger boxes_moved_in_rows after update of row_id on boxes
  for each row when (old.row_id is distinct from new.row_id) execute function count_moved_in_rows();
