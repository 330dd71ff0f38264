-- What a trigger looks up for each row is planned once, when its table may still be empty: read whole, it would be read whole for each of
-- the 100,000 rows of one statement.
alter function chain_entry() set enable_seqscan = off;
alter function chain_destruction_event() set enable_seqscan = off;
alter function note_storage() set enable_seqscan = off;

-- It makes bytes of texts, which is stable and not immutable: as what it is it is computed in its place, in a third of the time.
alter function entry_digest(bytea, jsonb, text) stable;
