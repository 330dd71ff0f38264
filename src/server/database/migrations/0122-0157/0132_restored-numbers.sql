-- A restored archive does not know which numbers left the house after its backup: people name the last one of each series (decision 165).
create table restored_numbers (
  id int primary key generated always as identity,
  series text not null check (series in ('invoice', 'cancellation', 'debit_file', 'batch', 'delivery')),
  year int, -- of invoices and cancellations, whose numbers begin anew each year
  taken timestamptz not null, -- the backup's moment
  restored timestamptz not null default now(),
  known int not null check (known >= 0), -- the last number that was restored
  named int check (named > known), -- the last one that left the house, where it is another
  user_id bigint references users, -- who said so; null of deliveries, which wait for nobody
  answered timestamptz check (answered is not null or num_nonnulls(named, user_id) = 0),
  check ((series in ('invoice', 'cancellation')) = (year is not null))
);
create unique index restored_numbers_open on restored_numbers (series, coalesce(year, 0)) where answered is null;

create function keep_restored_numbers() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.answered is not null or (old.series, old.year, old.taken, old.restored, old.known) is distinct from (new.series, new.year, new.taken, new.restored, new.known) then
    raise exception 'what was said of numbers after a restore is never changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger restored_numbers_kept before update or delete on restored_numbers for each row execute function keep_restored_numbers();
create trigger restored_numbers_table before truncate on restored_numbers for each statement execute function refuse_change();

-- Notes that the archive was restored from a backup of a moment. Deliveries are ordered while nobody has answered: their numbers go on at a thousand that is
-- beyond what may have been ordered since, twice the busiest of ninety days for each day, and a thousand at least.
create function note_restore(taken timestamptz) returns void language plpgsql as $$
declare
  this_year int := extract(year from berlin_day(now()));
  code_sequence regclass := pg_get_serial_sequence('deliveries', 'code');
  last_code int := (select greatest(n.given, n.highest) from numbers_given() n where n.relation = 'deliveries' and n.attribute = 'code');
  busiest int := (select coalesce(max(d.orders), 0) from (
    select count(*) as orders from deliveries where created > note_restore.taken - interval '90 days' group by berlin_day(created)) d);
  next_thousand int := (last_code + greatest(1000, 2 * busiest * (berlin_day(now()) - berlin_day(note_restore.taken) + 1)) + 999) / 1000 * 1000;
begin
  insert into restored_numbers (series, year, taken, known)
  select s.series, s.year, note_restore.taken, s.known from (
    values ('invoice', this_year, (select last from invoice_series where (kind, year) = (380, this_year))),
      ('cancellation', this_year, (select last from invoice_series where (kind, year) = (381, this_year))),
      ('debit_file', null, (select greatest(n.given, n.highest)::int from numbers_given() n where n.relation = 'debit_files' and n.attribute = 'id')),
      ('batch', null, (select max(id)::int from destruction_batches))
  ) v(series, year, last) cross join lateral (select v.series, v.year, coalesce(v.last, 0) as known) s
  on conflict (series, coalesce(year, 0)) where answered is null do nothing; -- nobody has answered since the restore before
  insert into restored_numbers (series, taken, known, named, answered) values ('delivery', note_restore.taken, last_code, next_thousand, now());
  perform setval(code_sequence, next_thousand);
end $$;

-- No invoice has a number of which nobody knows whether it has left the house.
create function refuse_unknown_number() returns trigger language plpgsql as $$
begin
  if exists (
    select from restored_numbers r where r.answered is null and r.series = case new.kind when 380 then 'invoice' else 'cancellation' end
      and r.year = substring(new.number from 4 for 4)::int) then
    raise exception 'nobody has said which number was the last before %', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoices_number before insert on invoices for each row execute function refuse_unknown_number();
