-- Whether the users of a customer may invite each other at all: staff can forbid it.
alter table customers add column may_invite boolean not null default true;
