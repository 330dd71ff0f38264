-- What services cost (decision 133): a price holds from a day on until another one of its item does. Accounts and rates are the provider's.
create table price_lists (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 200),
  -- of trips, which have their delivery's own price, and of a minimum
  vat_category text not null default 'S' check (vat_category in ('S', 'E', 'AE')),
  vat_rate numeric(4,2) not null default 19.00 check (vat_rate between 0 and 99),
  created timestamptz not null default now(),
  check (vat_category = 'S' or vat_rate = 0)
);
create table price_rules (
  list_id int not null references price_lists on delete cascade,
  item text not null check (item in ('storage', 'intake', 'retrieval_box', 'retrieval_content', 'return_box', 'return_content', 'withdrawal',
    'destruction', 'empty_box', 'scan', 'scan_page', 'labels', 'listing', 'hours', 'other', 'account_fee')),
  unit text not null check (unit in ('metre_month', 'box_month', 'box', 'piece', 'page', 'metre', 'hour', 'month')),
  price numeric(12,4) not null check (price >= 0),
  vat_category text not null check (vat_category in ('S', 'E', 'AE')),
  vat_rate numeric(4,2) not null check (vat_rate between 0 and 99),
  valid_from date not null,
  primary key (list_id, item, valid_from),
  check (vat_category = 'S' or vat_rate = 0)
);
-- What is agreed with a customer; who has no row pays the price of a metre and of trips.
create table customer_terms (
  customer_id bigint primary key references customers on delete cascade,
  price_list_id int references price_lists,
  storage_mode text not null default 'day' check (storage_mode in ('day', 'month_any_day', 'month_end')),
  -- boxes that the customer has count as if they stood in the store
  also_while_out boolean not null default false,
  minimum numeric(12,2) check (minimum > 0),
  minimum_scope text not null default 'storage' check (minimum_scope in ('storage', 'all')),
  -- how an invoice goes out, and what stands on it
  invoice_form text not null default 'zugferd' check (invoice_form in ('zugferd', 'xrechnung', 'paper')),
  vat_id text not null default '',
  leitweg_id text not null default '',
  e_address text not null default '',
  e_scheme text not null default 'EM' check (e_scheme in ('EM', '0204', '9930')),
  order_reference text not null default '',
  contract_reference text not null default '',
  payment_days int not null default 14 check (payment_days between 0 and 365)
);
create index customer_terms_list on customer_terms (price_list_id);

-- What a customer owes beside the storage, written in the transaction of what it stands for: an entry of a box's history, a step of a delivery, or by hand.
create table service_entries (
  id int generated always as identity primary key,
  customer_id bigint not null references customers,
  day date not null,
  item text not null,
  unit text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  price numeric(12,4) not null check (price >= 0),
  vat_category text not null check (vat_category in ('S', 'E', 'AE')),
  vat_rate numeric(4,2) not null,
  text text not null default '' check (length(text) <= 2000),
  cost_centre text not null default '' check (length(cost_centre) <= 200),
  -- the entry of a history, which is never deleted; `check` proves it
  box_id bigint,
  seq int,
  delivery_id bigint references deliveries on delete cascade,
  copy_id int references digital_copies on delete cascade,
  -- who typed it
  user_id bigint references users,
  created timestamptz not null default now(),
  check (num_nonnulls(box_id, delivery_id, copy_id, user_id) = 1 and (box_id is null) = (seq is null)),
  unique (box_id, seq),
  unique (delivery_id, item),
  unique (copy_id, item)
);
create index service_entries_month on service_entries (customer_id, day);
create index service_entries_day on service_entries (day);

create function standard_vat(at date) returns numeric language sql immutable
return case when at between '2020-07-01' and '2020-12-31' then 16.00 else 19.00 end;

-- What the entries of histories are charged as, at the price of their day. The first time that a box is stored is its intake, unless it was taken back at once.
create view charged_history as
  select h.box_id, h.seq, h.created, b.customer_id, berlin_day(h.created) as day, i.item, r.unit,
    case r.unit when 'metre' then round(b.size / 1000.0, 3) else 1 end as quantity, r.price, r.vat_category, r.vat_rate, b.cost_centre
  from history h
  join boxes b on b.id = h.box_id
  join customer_terms t on t.customer_id = b.customer_id
  cross join lateral (select case h.kind
    when 3 then case when h.meta ->> 'delivery' is null then 'withdrawal' end
    when 4 then 'return_box'
    when 6 then 'destruction'
    when 17 then 'retrieval_box'
    when 18 then 'retrieval_content'
    when 19 then 'return_content'
    when 1 then case when not exists (
      select from history e where e.box_id = h.box_id and e.kind = 1 and e.seq < h.seq and not exists (
        select from history u where u.box_id = e.box_id and u.seq = e.seq + 1 and u.kind = 31)) and not exists (
      select from history u where u.box_id = h.box_id and u.seq = h.seq + 1 and u.kind = 31) then 'intake' end
    end as item) i
  cross join lateral (
    select p.unit, p.price, p.vat_category, p.vat_rate from price_rules p
    where p.list_id = t.price_list_id and p.item = i.item and p.valid_from <= berlin_day(h.created)
    order by p.valid_from desc limit 1) r
  where h.kind in (1, 3, 4, 6, 17, 18, 19);

-- The trips of deliveries at their own price, and the empty boxes that were brought.
create view charged_deliveries as
  select d.id as delivery_id, e.created, d.customer_id, berlin_day(e.created) as day, c.item, c.unit, c.quantity, c.price, c.vat_category, c.vat_rate,
    d.cost_centre
  from delivery_events e
  join deliveries d on d.id = e.delivery_id
  left join customer_terms t on t.customer_id = d.customer_id
  left join price_lists l on l.id = t.price_list_id
  cross join lateral (
    select case d.kind when 2 then 'pickup_trip' else 'trip' end as item, 'trip' as unit, 1::numeric as quantity, d.price,
      coalesce(l.vat_category, 'S') as vat_category, case when l.id is null then standard_vat(berlin_day(e.created)) else l.vat_rate end as vat_rate
    where d.price > 0
    union all (
    select 'empty_box', p.unit, d.empty_boxes, p.price, p.vat_category, p.vat_rate from price_rules p
    where d.empty_boxes > 0 and p.list_id = l.id and p.item = 'empty_box' and p.valid_from <= berlin_day(e.created)
    order by p.valid_from desc limit 1)) c
  where e.kind = 'completed';

-- What was scanned, by the piece and by the page.
create view charged_copies as
  select k.id as copy_id, k.created, k.customer_id, berlin_day(k.created) as day, i.item, r.unit, i.quantity, r.price, r.vat_category, r.vat_rate,
    d.cost_centre
  from digital_copies k
  join deliveries d on d.id = k.delivery_id
  join customer_terms t on t.customer_id = k.customer_id
  cross join lateral (values ('scan', 1), ('scan_page', k.pages)) i(item, quantity)
  cross join lateral (
    select p.unit, p.price, p.vat_category, p.vat_rate from price_rules p
    where p.list_id = t.price_list_id and p.item = i.item and p.valid_from <= berlin_day(k.created)
    order by p.valid_from desc limit 1) r;

insert into service_entries (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, delivery_id)
  select customer_id, day, item, unit, quantity, price, vat_category, vat_rate, cost_centre, delivery_id from charged_deliveries
  on conflict do nothing;
