-- The same hashes as before, in two thirds of the time: a loop, where a query was begun for each text (decision 147). Names are whole, because an
-- index is made without a search path.
create or replace function owned_trigrams(customer_id bigint, text) returns bigint[] language plpgsql immutable parallel safe strict as $$
declare
  piece text;
  hashes bigint[] := '{}';
begin
  foreach piece in array public.show_trgm(regexp_replace(public.search_text($2), '([aou])e+', '\1', 'g')) loop
    hashes := hashes || hashtextextended(piece, customer_id);
  end loop;
  return hashes;
end $$;
