-- The cost centres of a customer; of who has none any text is one.
create table cost_centres (
  customer_id bigint not null references customers on delete cascade,
  name text not null check (length(name) between 1 and 200),
  primary key (customer_id, name)
);
