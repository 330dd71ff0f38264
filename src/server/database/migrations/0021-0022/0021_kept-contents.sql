-- A content may be kept longer than its box.
alter table contents
  add column retention_class_id bigint references retention_classes,
  add column retention_from date;
create index contents_retention on contents (box_id) where retention_class_id is not null or retention_from is not null;
