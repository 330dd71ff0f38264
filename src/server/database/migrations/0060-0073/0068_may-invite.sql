-- Whether a customer's user may invite colleagues, and end the access of those whom they could have invited (decision 120).
alter table customer_users add column may_invite boolean not null default false;
