-- Which cost centre a box had before the one that it has: until a day, on which it got another one. Storage is billed by it day by day, as services are. A box
-- that never changed it has no row: what it has holds for all of its days, as before, so that no bill changes.
create table box_cost_centres (
  box_id bigint not null references boxes on delete cascade,
  until_day date not null,
  cost_centre text not null check (length(cost_centre) <= 200),
  primary key (box_id, until_day)
);

-- The day is the one of the history entry that is being written with it. What a box had at the end of the day before counts, however often it changes
-- within a day; one that has it again on that day has no note. Its texts are blanked after its destruction (decision 83), these with them.
create function note_cost_centre() returns trigger language plpgsql as $$
begin
  if new.blanked is not null then
    delete from public.box_cost_centres where box_id = new.id;
  else
    delete from public.box_cost_centres n using public.history_floor
      where n.box_id = new.id and n.until_day = public.berlin_day(greatest(now(), at)) and n.cost_centre = new.cost_centre;
    if not found then
      insert into public.box_cost_centres (box_id, until_day, cost_centre)
        select new.id, public.berlin_day(greatest(now(), at)), old.cost_centre from public.history_floor on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
create trigger boxes_cost_centre after update on boxes for each row
  when (old.cost_centre <> new.cost_centre or old.blanked is null and new.blanked is not null) execute function note_cost_centre();
