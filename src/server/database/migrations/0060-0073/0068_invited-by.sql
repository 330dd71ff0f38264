-- Which colleague invited a user; null for who was made by staff, and where that colleague is forgotten.
alter table users add column invited_by bigint references users on delete set null;
create index users_invited_by on users (invited_by) where invited_by is not null;
