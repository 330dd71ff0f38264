-- From when to when the papers of a box are: each a year or a day, as it was said (decision 125). A year ends with its last day, `~` stands behind
-- every day of it.
alter table boxes
  add column period_from text collate "C" check (case length(period_from) when 4 then period_from ~ '^[12]\d{3}$'
    when 10 then period_from ~ '^[12]\d{3}-\d\d-\d\d$'
      and make_date(left(period_from, 4)::int, substr(period_from, 6, 2)::int, substr(period_from, 9)::int) is not null
    else period_from is null end),
  add column period_to text collate "C" check (case length(period_to) when 4 then period_to ~ '^[12]\d{3}$'
    when 10 then period_to ~ '^[12]\d{3}-\d\d-\d\d$'
      and make_date(left(period_to, 4)::int, substr(period_to, 6, 2)::int, substr(period_to, 9)::int) is not null
    else period_to is null end),
  add constraint boxes_period check (period_from <= period_to || '~');
-- The filter of lists, customer by customer; most archives have none.
create index boxes_period on boxes (customer_id, coalesce(period_to, '~'), coalesce(period_from, ''), number)
  where period_from is not null or period_to is not null;
