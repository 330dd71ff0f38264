-- What a list said stands in boxes and contents once it is taken over: its rows keep what was done to whom.
update import_rows r set values = '{}' from imports i where i.id = r.import_id and i.state in (1, 2) and r.values <> '{}';
update imports set preview = '[]' where state in (1, 2);
