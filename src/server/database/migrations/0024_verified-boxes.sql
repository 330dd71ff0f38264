-- When somebody saw the box where it stands, as far as that was accepted (decision 079).
alter table boxes add column last_verified timestamptz;
