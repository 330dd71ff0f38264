-- What the search asks beside the texts of contents. Customers and deliveries are few: the indexes take a second at 1,000,000 boxes.
create index customers_search on customers using gin (
  search_text(name || ' ' || address_name || ' ' || address_street || ' ' || address_postcode || ' ' || address_city) gin_trgm_ops,
  search_text(notes) gin_trgm_ops);
create index deliveries_search on deliveries using gin (customer_id, search_text(comment) gin_trgm_ops);
-- Every search reads through the changes that are gathered before they are sorted in: a few are enough.
alter index contents_search set (gin_pending_list_limit = 256);

-- The words of a text as a search compares them. Numbers are none: the nearest number is another file.
create function search_words_of(text) returns setof text language sql immutable parallel safe
as $$
  select word from string_to_table(regexp_replace(search_text($1), '[^[:alnum:]]+', ' ', 'g'), ' ') word
  where length(word) between 3 and 40 and word ~ '[^0-9]'
$$;

-- Every word that a customer's contents, name and address have, for who has mistyped one: by customer, so that nobody is offered a word
-- of somebody else's. New ones come with the change that brings them, `count` once a day (`database/words/count-words.ts`), which is
-- how many contents have it.
create table search_words (
  customer_id bigint not null references customers on delete cascade,
  word text collate "C" not null,
  count int not null default 0 check (count >= 0),
  primary key (customer_id, word)
);
create index search_words_search on search_words using gin (customer_id, word gin_trgm_ops) with (gin_pending_list_limit = 256);

-- The kinds of jobs are in tables.ts.
alter table jobs drop constraint jobs_name_check, add constraint jobs_name_check check (name ~ '^[a-z]{1,40}$');
