-- When a row was counted last of which everything is accepted (decision 079).
alter table rows add column last_verified timestamptz;
