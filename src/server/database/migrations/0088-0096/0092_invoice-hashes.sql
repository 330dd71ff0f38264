-- What every invoice was when it was issued, for the seals (decision 137): the row of the invoice may be changed or taken away by who owns the database,
-- and then this one tells which it was.
create function invoice_hash(i invoices) returns bytea language sql immutable parallel safe
return sha256('\x01' || int4send(i.id) || int2send(i.kind) || int8send(i.customer_id) || date_send(i.period_from) || date_send(i.period_to)
  || int4send(coalesce(i.corrects_id, 0)) || int8send((i.net * 100)::bigint) || int8send((i.vat * 100)::bigint) || int8send((i.gross * 100)::bigint)
  || timestamptz_send(i.issued) || int8send(i.issued_by) || date_send(i.due) || coalesce(i.xml_sha256, decode(repeat('00', 32), 'hex'))
  || int4send(octet_length(convert_to(i.number, 'UTF8'))) || convert_to(i.number, 'UTF8') || convert_to(i.snapshot::text, 'UTF8'));

create table invoice_hashes (
  invoice_id int primary key,
  number text not null,
  issued timestamptz not null,
  hash bytea not null check (octet_length(hash) = 32)
);
create index invoice_hashes_issued on invoice_hashes (issued);
create trigger invoice_hashes_rows before update or delete on invoice_hashes for each row execute function refuse_change();
create trigger invoice_hashes_table before truncate on invoice_hashes for each statement execute function refuse_change();

-- Nothing is issued in a time that is sealed: a clock may have been put back, and a day may have ended meanwhile.
create function hash_invoice() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.issued := greatest(new.issued, (select at from history_floor));
  insert into invoice_hashes values (new.id, new.number, new.issued, invoice_hash(new));
  return new;
end $$;
create trigger invoices_hash before insert on invoices for each row execute function hash_invoice();

-- What is there is hashed as it is found.
insert into invoice_hashes select i.id, i.number, i.issued, invoice_hash(i) from invoices i;
