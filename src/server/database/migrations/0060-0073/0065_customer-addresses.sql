-- Where a customer is delivered to, beside the address of its letters (decision 119). Ids are drawn by lot: customers' users read them (decision 3).
create table customer_addresses (
  id int primary key default 1 + floor(random() * 2147483646)::int,
  customer_id bigint not null references customers on delete cascade,
  name text not null check (length(name) between 1 and 200),
  street text not null default '' check (length(street) <= 200),
  postcode text not null default '' check (length(postcode) <= 5),
  city text not null default '' check (length(city) <= 200),
  contact text not null default '' check (length(contact) <= 200),
  phone text not null default '' check (length(phone) <= 200),
  hours text not null default '' check (length(hours) <= 200),
  note text not null default '' check (length(note) <= 4000),
  is_default boolean not null default false,
  created timestamptz not null default now(),
  unique (customer_id, name)
);
create unique index customer_addresses_default on customer_addresses (customer_id) where is_default;
