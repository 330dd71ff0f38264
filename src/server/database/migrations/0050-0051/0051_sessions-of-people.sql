-- Sessions are people's: whichever program opens one, of a service account it opens none (decision 112).
create function refuse_service_session() returns trigger language plpgsql as $$
begin
  raise exception 'a service account has no sessions' using errcode = 'check_violation';
end $$;

create function is_service(asked bigint) returns boolean language sql stable
return exists (select from users where id = asked and service);

create trigger tokens_people before insert or update of user_id on tokens for each row
  when (is_service(new.user_id)) execute function refuse_service_session();
