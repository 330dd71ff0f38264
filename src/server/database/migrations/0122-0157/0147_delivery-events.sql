-- What else is told of a delivery: that its cost centre was renamed (decision 176), and that it goes to another address.
alter table delivery_events
  drop constraint delivery_events_kind_check,
  add constraint delivery_events_kind_check check (kind in ('started', 'price', 'time', 'cost_centre', 'address', 'completed', 'canceled'));
