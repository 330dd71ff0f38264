-- Whether a session was opened from an address that its user had never signed in from: home asks whether that was them, until they say so.
alter table tokens add column is_new boolean not null default false;
