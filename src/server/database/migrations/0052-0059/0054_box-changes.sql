-- What the phones' packs read is among the changes of all objects now. The version before reads it by this name; the next one drops it.
drop table box_changes;
create view box_changes as select id as box_id, xid from object_changes where kind = 0;
drop function note_box_changes();
drop function note_deleted_boxes();
-- Cursors of before name transactions that stand nowhere any more: the phones load the stock once.
update pack_origin set id = gen_random_uuid();
