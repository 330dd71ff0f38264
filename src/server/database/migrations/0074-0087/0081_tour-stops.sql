-- Where a tour goes, in order: a delivery is on one tour at a time. The table is new.
create table tour_stops (
  id bigint generated always as identity primary key,
  tour_id bigint not null references tours on delete cascade,
  delivery_id bigint not null references deliveries on delete cascade,
  place int not null,
  -- since when it is no stop any more, so that the delivery may go on another tour: nobody was met there, or the tour is over
  ended timestamptz,
  absence text check (absence in ('nobody', 'closed', 'refused', 'unknown')),
  check (absence is null or ended is not null)
);
create unique index tour_stops_open on tour_stops (delivery_id) where ended is null;
create index tour_stops_tour on tour_stops (tour_id, place);
create index tour_stops_delivery on tour_stops (delivery_id);
