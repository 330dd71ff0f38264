-- When somebody saw the box where it stands, as far as that was accepted (decision 079).
alter table boxes add column last_verified timestamptz;
-- When a row was counted last of which everything is accepted (decision 079).
alter table rows add column last_verified timestamptz;
