-- What was sent to one receiver, the latest first.
create index messages_hooks on messages (target, id desc) where kind = 'hook';
