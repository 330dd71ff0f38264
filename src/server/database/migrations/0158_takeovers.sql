-- That the archive of another system was taken over (decision 191): once, into an empty archive. The table is new.
create table takeovers (
  is_only boolean primary key default true check (is_only),
  -- from then on the rules of this program hold; what is older follows those of the system that it came from
  at timestamptz not null default now(),
  address text not null check (length(address) between 1 and 2000),
  -- when the folder was complete, and the digest of its manifest
  completed timestamptz not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- the highest id of an entry that was taken over: those of ours are counted on behind it
  last_entry bigint not null check (last_entry >= 0)
);
create trigger takeovers_rows before update or delete on takeovers for each row execute function refuse_change();
create trigger takeovers_table before truncate on takeovers for each statement execute function refuse_change();
