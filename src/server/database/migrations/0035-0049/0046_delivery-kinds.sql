-- The list of deliveries is narrowed to a kind: how many there are is counted along an index, as those in a state are. 0.2 s at 100,000 deliveries.
create index deliveries_kind on deliveries (kind, id);
