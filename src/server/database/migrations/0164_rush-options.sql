-- Staff may order by it for a day before the first possible one (decision 201).
alter table delivery_options add column rush boolean not null default false;
