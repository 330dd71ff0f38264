-- Which cost centres of a customer a user sees; null: everything of the customer's. Who sees a part orders, and does nothing for the whole (decision 128).
alter table customer_users
  add column cost_centres text[] check (cardinality(cost_centres) between 1 and 100 and array_position(cost_centres, null) is null
    and array_position(cost_centres, '') is null),
  add constraint customer_users_department check (
    cost_centres is null or not (may_approve_destruction or may_store or may_manage or may_invite));
