-- What an authority for time stamps (RFC 3161) said of a seal: that it was there at that moment. A seal is over all seals before it, so the
-- newest is enough. The reply names the seal's hash itself, by which `magazin verify` holds it against the seal.
create table seal_stamps (
  seal int primary key check (seal >= 1),
  at timestamptz not null,
  reply bytea not null check (octet_length(reply) between 1 and 65536)
);
create trigger seal_stamps_rows before update or delete on seal_stamps for each row execute function refuse_change();
create trigger seal_stamps_table before truncate on seal_stamps for each statement execute function refuse_change();
