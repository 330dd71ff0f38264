-- Whether no two boxes of a customer may have the same number of other people's (decision 117).
alter table customers add column unique_numbers boolean not null default false;
