-- What of a row is probably not meant so, and must be confirmed (decision 092).
alter table import_rows add column warnings jsonb not null default '[]';
