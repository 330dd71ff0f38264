-- What stands in the columns of a list, what people have corrected in its cells, and how many of its rows are left out (decision 200).
alter table imports add column samples jsonb not null default '[]', add column corrections jsonb not null default '[]',
  add column left_out int not null default 0;
-- A list that was taken over has no errors, or its wrong rows were left out.
alter table imports drop constraint imports_check2,
  add constraint imports_checked check (state not in (1, 2) or (errors = 0 or left_out > 0) and checked is not null);
