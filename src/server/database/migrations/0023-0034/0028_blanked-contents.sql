-- A content whose text was blanked has none, and says when (decision 083).
alter table contents
  add column blanked timestamptz,
  drop constraint contents_text_check,
  add constraint contents_text_check check (case when blanked is null then length(text) between 1 and 4000 else text = '' end);

-- With its box, and in no other way; of a box that came back it may be written anew.
create function keep_blanked_content() returns trigger language plpgsql as $$
begin
  if new.text <> '' then
    new.blanked := null;
  elsif (tg_op = 'INSERT' or new.blanked is distinct from old.blanked)
      and not exists (select from boxes where id = new.box_id and state = 6 and blanked = new.blanked) then
    raise exception 'content % stands in no box whose texts are blanked', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger contents_blanked before insert or update of text, blanked on contents for each row
  when (new.blanked is not null) execute function keep_blanked_content();
