-- Which address a mail server refused for good, and since when a receiver says at each try that nothing is at its address (404).
alter table messages
  add refused_address text check (length(refused_address) <= 254),
  add missing_since timestamptz;
create index messages_refused on messages (user_id) where refused_address is not null;
