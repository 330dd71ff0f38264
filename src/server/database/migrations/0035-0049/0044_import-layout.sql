-- How a list is laid out, as it was found or said: the row above its columns, and of a text file how it is read. Null of those that a version before read.
alter table imports
  add column head_row int check (head_row > 0),
  add column separator text check (length(separator) = 1),
  add column encoding text check (length(encoding) <= 20),
  -- rows that a filter hides in the spreadsheet, and that are read as well
  add column hidden int not null default 0,
  -- which area is meant by a name that none has, by name; and such names, as they were found by the check, each with the likeliest area
  add column areas jsonb not null default '{}',
  add column unknown_areas jsonb not null default '[]';
