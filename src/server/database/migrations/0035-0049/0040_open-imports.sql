-- Lists that are neither taken over nor given up: whose there are how many, and which of them nobody has touched for long.
create index imports_open_user on imports (user_id) where state = 0;
create index imports_open_customer on imports (customer_id) where state = 0;
