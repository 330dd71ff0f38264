-- What only grows is not emptied either: the ground of every invoice, and the tables of what may become of what. Nobody writes into those tables, so that
-- no list waits for them (decision 100).
create trigger storage_periods_table before truncate on storage_periods for each statement execute function refuse_change();

create trigger box_state_changes_rows before insert or update or delete on box_state_changes for each row execute function refuse_change();
create trigger box_state_changes_table before truncate on box_state_changes for each statement execute function refuse_change();
create trigger case_state_changes_table before truncate on case_state_changes for each statement execute function refuse_change();
create trigger destruction_state_changes_table before truncate on destruction_state_changes for each statement execute function refuse_change();
create trigger stocktake_state_changes_table before truncate on stocktake_state_changes for each statement execute function refuse_change();
