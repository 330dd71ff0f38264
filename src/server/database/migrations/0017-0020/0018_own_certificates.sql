-- Keys that belong to the archive and not to one of its servers: they vouch for its packages and its addresses, so they must be the same
-- on every server, in every backup and after every restore (decisions 60 and 61).
create table own_certificates (
  name text primary key check (name in ('packages', 'authority')),
  key text not null,
  certificate text not null,
  -- what the authority vouches for beside the names and networks of every house
  names text[] not null default '{}',
  created timestamptz not null default now()
);

insert into apps (version, released, description) values
  ('1.2.0', '2026-11-22', 'Der eingebaute Scanner meldet sich unmittelbar, ohne Tastatur; öffnet das Lager')
  on conflict (version) do nothing;
