-- With what somebody signed in before: a browser by the cookie that it was given, a program without cookies by where it is.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  device text collate "C" not null check (length(device) <= 150),
  used timestamptz not null default now(),
  primary key (user_id, device)
);
