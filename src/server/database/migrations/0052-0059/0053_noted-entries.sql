-- Every entry changes its box, which notes itself.
drop trigger history_changes on history;
