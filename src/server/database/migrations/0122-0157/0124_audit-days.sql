-- What is sealed of the audit trail: by seal and day how many entries there were, and a digest of them, which stays when they expire (decision 158).
create table audit_days (
  seal int not null,
  day date not null,
  entries int not null check (entries > 0),
  digest bytea not null check (octet_length(digest) = 32),
  primary key (seal, day)
);
create trigger audit_days_rows before update or delete on audit_days for each row execute function refuse_change();
create trigger audit_days_table before truncate on audit_days for each statement execute function refuse_change();
