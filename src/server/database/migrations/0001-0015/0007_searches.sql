-- A piece of a box's code is found without reading every code. Building it takes about 4 s and 21 MB at 1,000,000 boxes; who
-- writes boxes waits for that long, who reads does not. Changes are gathered before they are sorted in, or a change of many
-- boxes would take twice as long; only a few, because every search reads through what is gathered.
create index boxes_code_search on boxes using gin (code gin_trgm_ops) with (gin_pending_list_limit = 256);
