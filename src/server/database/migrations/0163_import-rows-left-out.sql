-- A row that is wrong, or is of a box of which another one is, and is not taken over (decision 200).
alter table import_rows add column left_out boolean not null default false;
