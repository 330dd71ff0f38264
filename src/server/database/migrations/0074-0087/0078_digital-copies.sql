-- What was scanned of a line of a delivery (kind 3): a PDF that is kept like a picture until its day is over (decision 130). The table is new.
create table digital_copies (
  -- drawn by lot: a running one would tell a customer's user how much is scanned for others (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  delivery_id bigint not null,
  customer_id bigint not null,
  box_id bigint not null,
  -- the line of a single content; null where the whole box was scanned
  line_id bigint references delivery_contents,
  sha256 bytea not null check (length(sha256) = 32),
  bytes int not null check (bytes > 0),
  -- counted when it came: invoices count them, also when the file is gone
  pages int not null check (pages between 1 and 5000),
  user_id bigint references users,
  created timestamptz not null default now(),
  -- the last day on which it can be read, in Berlin
  kept_until date not null,
  deleted timestamptz,
  foreign key (delivery_id, customer_id) references deliveries (id, customer_id),
  foreign key (box_id, customer_id) references boxes (id, customer_id)
);
create unique index digital_copies_once on digital_copies (delivery_id, box_id, coalesce(line_id, 0), sha256) where deleted is null;
create index digital_copies_delivery on digital_copies (delivery_id);
create index digital_copies_box on digital_copies (box_id);
create index digital_copies_customer on digital_copies (customer_id);
create index digital_copies_line on digital_copies (line_id) where line_id is not null;
create index digital_copies_file on digital_copies (sha256, bytes) where deleted is null;
create index digital_copies_end on digital_copies (kept_until) where deleted is null;

create or replace view used_pictures as
  select sha256, bytes from images union all select sha256, bytes from delivery_proofs
  union all select sha256, bytes from digital_copies where deleted is null;

-- Whoever follows the changes of deliveries hears of what was scanned, and of what is gone.
create trigger digital_copies_noted after insert on digital_copies referencing new table as added
  for each statement execute function note_deliveries();
create trigger digital_copies_noted_end after update on digital_copies referencing new table as added
  for each statement execute function note_deliveries();
create trigger digital_copies_noted_gone after delete on digital_copies referencing old table as added
  for each statement execute function note_deliveries();
