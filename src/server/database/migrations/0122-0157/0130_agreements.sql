-- What is agreed with a customer holds from the first of a month on (decision 161): what is agreed later does not change what months before cost.
-- `customer_terms` and `customers.meter_price` are what was agreed last, which the forms show.
create table agreements (
  customer_id bigint not null references customers on delete cascade,
  valid_from date not null check (valid_from = date_trunc('month', valid_from)),
  price_list_id int references price_lists,
  storage_mode text not null default 'day' check (storage_mode in ('day', 'month_any_day', 'month_end')),
  also_while_out boolean not null default false,
  minimum numeric(12,2) check (minimum > 0),
  minimum_scope text not null default 'storage' check (minimum_scope in ('storage', 'all')),
  storage_when text not null default 'arrears' check (storage_when in ('arrears', 'advance')),
  interval text not null default 'month' check (interval in ('month', 'quarter', 'year')),
  meter_price numeric(10,2) not null,
  primary key (customer_id, valid_from)
);
create index agreements_list on agreements (price_list_id);
create index agreements_out on agreements (customer_id) where also_while_out;
create index agreements_whole on agreements (customer_id) where storage_mode <> 'day';

-- The rate of trips and minimums of a price list, from the first of a month on.
create table list_rates (
  list_id int not null references price_lists on delete cascade,
  valid_from date not null check (valid_from = date_trunc('month', valid_from)),
  vat_category text not null check (vat_category in ('S', 'E', 'AE')),
  vat_rate numeric(4,2) not null check (vat_rate between 0 and 99),
  primary key (list_id, valid_from),
  check (vat_category = 'S' or vat_rate = 0)
);

-- What has held so far holds from the beginning: no bill changes.
insert into agreements (customer_id, valid_from, price_list_id, storage_mode, also_while_out, minimum, minimum_scope, storage_when, interval, meter_price)
  select c.id, '2000-01-01', t.price_list_id, coalesce(t.storage_mode, 'day'), coalesce(t.also_while_out, false), t.minimum,
    coalesce(t.minimum_scope, 'storage'), coalesce(t.storage_when, 'arrears'), coalesce(t.interval, 'month'), c.meter_price
  from customers c left join customer_terms t on t.customer_id = c.id;
insert into list_rates select id, '2000-01-01', vat_category, vat_rate from price_lists;

create function this_month() returns date language sql stable return date_trunc('month', berlin_day(now()))::date;

-- From when on something that is agreed now holds: from the beginning where nothing was agreed and nothing billed before; otherwise from the first of this
-- month, of the first one that is not billed, or of the one from which on something else is agreed already.
create function agreed_from(customer bigint, running date) returns date language sql stable
return case when not exists (select from billed_months where customer_id = customer) and not exists (
    select from agreements where customer_id = customer and (valid_from > '2000-01-01' or price_list_id is not null or minimum is not null or meter_price > 0
      or also_while_out or storage_mode <> 'day' or storage_when <> 'arrears' or interval <> 'month')) then date '2000-01-01'
  else greatest(running, (select (max(month) + interval '1 month')::date from billed_months where customer_id = customer),
    (select max(valid_from) from agreements where customer_id = customer)) end;

-- Writes down what is agreed with a customer, from `magazin.agreed_from` on where the program says so; what was agreed for later is replaced.
create function note_agreement(customer bigint) returns void language plpgsql as $$
declare
  since date := coalesce(nullif(current_setting('magazin.agreed_from', true), '')::date, agreed_from(customer, this_month()));
begin
  if exists (select from billed_months where customer_id = customer and month >= since) then
    raise exception 'customer % was billed for months after %', customer, since using errcode = 'check_violation';
  end if;
  delete from agreements where customer_id = customer and valid_from >= since;
  insert into agreements (customer_id, valid_from, price_list_id, storage_mode, also_while_out, minimum, minimum_scope, storage_when, interval, meter_price)
    select c.id, since, t.price_list_id, coalesce(t.storage_mode, 'day'), coalesce(t.also_while_out, false), t.minimum,
      coalesce(t.minimum_scope, 'storage'), coalesce(t.storage_when, 'arrears'), coalesce(t.interval, 'month'), c.meter_price
    from customers c left join customer_terms t on t.customer_id = c.id where c.id = customer;
end $$;

create function note_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.price_list_id, new.storage_mode, new.also_while_out, new.minimum, new.minimum_scope, new.storage_when, new.interval)
      is distinct from (old.price_list_id, old.storage_mode, old.also_while_out, old.minimum, old.minimum_scope, old.storage_when, old.interval)
      or coalesce(current_setting('magazin.agreed_from', true), '') <> '' then
    perform note_agreement(new.customer_id);
  end if;
  return null;
end $$;
create trigger customer_terms_agreed after insert or update on customer_terms for each row execute function note_terms();

create function note_metre_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into agreements (customer_id, valid_from, meter_price) values (new.id, '2000-01-01', new.meter_price);
  else
    perform note_agreement(new.id);
  end if;
  return null;
end $$;
create trigger customers_agreed after insert on customers for each row execute function note_metre_price();
create trigger customers_metre_price after update of meter_price on customers for each row
  when (old.meter_price <> new.meter_price) execute function note_metre_price();

create function note_list_rate() returns trigger language plpgsql as $$
begin
  insert into list_rates values (new.id, case when tg_op = 'INSERT' then date '2000-01-01' else this_month() end, new.vat_category, new.vat_rate)
    on conflict (list_id, valid_from) do update set vat_category = excluded.vat_category, vat_rate = excluded.vat_rate;
  return null;
end $$;
create trigger price_lists_rate after insert on price_lists for each row execute function note_list_rate();
create trigger price_lists_new_rate after update on price_lists for each row
  when ((old.vat_category, old.vat_rate) is distinct from (new.vat_category, new.vat_rate)) execute function note_list_rate();

create or replace view charged_history as
  select h.box_id, h.seq, h.created, b.customer_id, berlin_day(h.created) as day, i.item, r.unit,
    case r.unit when 'metre' then round(b.size / 1000.0, 3) else 1 end as quantity, r.price, r.vat_category, r.vat_rate, b.cost_centre
  from history h
  join boxes b on b.id = h.box_id
  cross join lateral (
    select a.price_list_id from agreements a
    where a.customer_id = b.customer_id and a.valid_from <= berlin_day(h.created) order by a.valid_from desc limit 1) t
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

create or replace view charged_deliveries as
  select d.id as delivery_id, e.created, d.customer_id, berlin_day(e.created) as day, c.item, c.unit, c.quantity, c.price, c.vat_category, c.vat_rate,
    d.cost_centre
  from delivery_events e
  join deliveries d on d.id = e.delivery_id
  left join lateral (
    select a.price_list_id from agreements a
    where a.customer_id = d.customer_id and a.valid_from <= berlin_day(e.created) order by a.valid_from desc limit 1) t on true
  left join lateral (
    select v.list_id as id, v.vat_category, v.vat_rate from list_rates v
    where v.list_id = t.price_list_id and v.valid_from <= berlin_day(e.created) order by v.valid_from desc limit 1) l on true
  cross join lateral (
    select case d.kind when 2 then 'pickup_trip' else 'trip' end as item, 'trip' as unit, 1::numeric as quantity, d.price,
      coalesce(l.vat_category, 'S') as vat_category, case when l.id is null then standard_vat(berlin_day(e.created)) else l.vat_rate end as vat_rate
    where d.price > 0
    union all (
    select 'empty_box', p.unit, d.empty_boxes, p.price, p.vat_category, p.vat_rate from price_rules p
    where d.empty_boxes > 0 and p.list_id = l.id and p.item = 'empty_box' and p.valid_from <= berlin_day(e.created)
    order by p.valid_from desc limit 1)) c
  where e.kind = 'completed';

create or replace view charged_copies as
  select k.id as copy_id, k.created, k.customer_id, berlin_day(k.created) as day, i.item, r.unit, i.quantity, r.price, r.vat_category, r.vat_rate,
    d.cost_centre
  from digital_copies k
  join deliveries d on d.id = k.delivery_id
  cross join lateral (
    select a.price_list_id from agreements a
    where a.customer_id = k.customer_id and a.valid_from <= berlin_day(k.created) order by a.valid_from desc limit 1) t
  cross join lateral (values ('scan', 1), ('scan_page', k.pages)) i(item, quantity)
  cross join lateral (
    select p.unit, p.price, p.vat_category, p.vat_rate from price_rules p
    where p.list_id = t.price_list_id and p.item = i.item and p.valid_from <= berlin_day(k.created)
    order by p.valid_from desc limit 1) r;
