-- Who somebody is to the company's sign-in (OpenID Connect): an issuer's name of them, which does not change as an address of mail does (decision 116).
create table user_identities (
  -- drawn by lot: a running one would tell a customer's user how many others there are (decision 3)
  id int primary key default 1 + floor(random() * 2147483646)::int,
  user_id bigint not null references users on delete cascade,
  issuer text not null check (length(issuer) between 8 and 500),
  subject text not null check (length(subject) between 1 and 500),
  created timestamptz not null default now(),
  last_used timestamptz,
  unique (issuer, subject),
  -- a second person of the company with the address of the first is another person
  unique (user_id, issuer)
);
