-- What the sign of a row said in the system before it was taken over: it goes on being read (decision 193).
alter table rows add column sign text check (length(sign) between 1 and 200);
create unique index rows_sign on rows (number_key(sign)) where sign is not null;
