-- Whether a customer's user sees what was billed to the customer (decision 135). An invoice is of the whole customer: who sees a part of it sees none.
alter table customer_users
  add column may_see_invoices boolean not null default false,
  add constraint customer_users_invoices check (cost_centres is null or not may_see_invoices);
