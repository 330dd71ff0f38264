-- What a held box holds stays as it is.
create function refuse_held_content() returns trigger language plpgsql as $$
begin
  perform refuse_held(old.box_id);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger contents_held before delete on contents for each row execute function refuse_held_content();
create trigger contents_text_held before update of text on contents for each row when (old.text <> new.text) execute function refuse_held_content();
