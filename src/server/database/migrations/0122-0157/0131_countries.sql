-- Where customers are (decision 162); the rule for postcodes is that of Germany.
alter table customers
  add column address_country text not null default 'DE' check (address_country ~ '^[A-Z]{2}$'),
  drop constraint customers_address_postcode_check,
  add constraint customers_address_postcode_check
    check (address_postcode = '' or address_country = 'DE' and address_postcode ~ '^\d{5}$' or address_country <> 'DE' and length(address_postcode) <= 12);
