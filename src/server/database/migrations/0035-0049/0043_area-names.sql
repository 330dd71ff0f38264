-- Names that look alike are alike (NFC), whichever system they were typed on. By a trigger and not by a check: the version before may still write.
create function compose_name() returns trigger language plpgsql as $$
begin
  new.name := normalize(new.name, NFC);
  return new;
end $$;

update areas set name = left(normalize(name, NFC), 180) || case
    when exists (select from areas o where o.id <> areas.id and normalize(o.name, NFC) = normalize(areas.name, NFC)) then ' (' || id || ')'
    else '' end
where name is not nfc normalized;

create trigger areas_name before insert or update of name on areas for each row execute function compose_name();
