-- Whether a session was opened by the company's sign-in: it ends after twelve hours, so that whoever left the company is out within the day.
alter table tokens add column by_company boolean not null default false;
