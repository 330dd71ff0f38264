-- The same id with something else is refused instead of answered for it. Null for scans of earlier versions.
alter table scans add column hash bytea check (octet_length(hash) = 32);
