-- How many new codes are gathered before they are sorted into the index is said by who writes, as of texts: 4 MB by a list (decision 147).
alter index boxes_code_search reset (gin_pending_list_limit);
