-- What a user of a customer may do beside looking; what they could do until now is theirs from the start.
alter table customer_users
  add column may_approve_destruction boolean not null default false,
  add column may_order boolean not null default true,
  add column may_store boolean not null default false,
  add column may_manage boolean not null default false;
