-- Who waits for a box, or for one of its contents, that is out or ordered (decision 127). The table is new.
create table waiting_entries (
  -- drawn by lot: a running one would tell a customer's user how many others wait (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  customer_id bigint not null,
  box_id bigint not null,
  content_id bigint,
  user_id bigint not null references users on delete cascade,
  created timestamptz not null default now(),
  -- the first in line is told when it is back, and has it until the end of that day
  told timestamptz,
  reserved_until date,
  foreign key (box_id, customer_id) references boxes (id, customer_id) on delete cascade,
  foreign key (content_id, customer_id) references contents (id, customer_id) on delete cascade,
  check ((told is null) = (reserved_until is null))
);
create unique index waiting_entries_once on waiting_entries (box_id, coalesce(content_id, 0), user_id);
create unique index waiting_entries_reserved on waiting_entries (box_id, coalesce(content_id, 0)) where told is not null;
create index waiting_entries_customer on waiting_entries (customer_id);
create index waiting_entries_user on waiting_entries (user_id);
create index waiting_entries_content on waiting_entries (content_id) where content_id is not null;
