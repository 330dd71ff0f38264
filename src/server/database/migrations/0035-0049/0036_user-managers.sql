-- Not everybody on the staff makes users and gives rights (decision 097): whoever could until now still can.
alter table users add column manages_users boolean not null default false;
update users set manages_users = true where is_staff;

-- Who leaves the staff leaves this, too, whichever program takes them off it: it does not come back with the staff.
create function keep_managers() returns trigger language plpgsql as $$
begin
  new.manages_users := false;
  return new;
end $$;
create trigger users_managers before insert or update of is_staff, manages_users on users for each row
  when (new.manages_users and not new.is_staff) execute function keep_managers();
