-- What else is told of a delivery: which boxes and contents were added and taken out (decision 183).
alter table delivery_events
  drop constraint delivery_events_kind_check,
  add constraint delivery_events_kind_check
    check (kind in ('started', 'price', 'time', 'cost_centre', 'address', 'boxes', 'boxcontents', 'completed', 'canceled'));
