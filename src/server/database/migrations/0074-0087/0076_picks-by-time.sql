-- What was picked is counted by month: a hundredth of the history.
create index history_picks on history (created) include (user_id, happened) where kind in (17, 18);
