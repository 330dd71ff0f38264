-- What an import asks, warns of and has shown (decision 092).
alter table imports
  -- which columns hold nothing but small whole numbers
  add column amounts boolean[] not null default '{}',
  -- the sheet of a workbook that is read, and those that people see in it
  add column sheet text check (length(sheet) <= 200),
  add column sheets text[] not null default '{}',
  -- whether a year alone is its 31 December, where a day is asked for; and how many rows ask that
  add column year_end boolean not null default false,
  add column years int not null default 0,
  add column warnings int not null default 0,
  -- of each box in the order of their numbers a digest of what was shown: what is taken over must be the same. An older version has checked
  -- without one: that is checked again
  add column plan uuid[];
