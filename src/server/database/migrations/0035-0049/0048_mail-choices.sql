-- What somebody has said about the mails of a customer; of what nothing is said, the right decides (decision 110).
create table mail_choices (
  customer_id bigint not null,
  user_id bigint not null,
  topic text not null check (length(topic) between 1 and 40),
  wanted boolean not null,
  primary key (customer_id, user_id, topic),
  -- who sees a customer no more has said nothing
  foreign key (customer_id, user_id) references customer_users (customer_id, user_id) on delete cascade
);
