-- Every column that is numbered by a sequence: the last number that was given, null where this role may not read it, and the highest in the table.
create function numbers_given() returns table (sequence regclass, relation text, attribute text, given bigint, highest bigint)
language plpgsql stable as $$
begin
  for sequence, relation, attribute in
    select s.oid::regclass, t.relname::text, a.attname::text
    from pg_class s join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
        and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace order by 2, 3
  loop
    given := null;
    if has_sequence_privilege(sequence, 'select') then
      execute format('select case when is_called then last_value else last_value - 1 end from %s', sequence) into given;
    end if;
    execute format('select coalesce(max(%I), 0) from %I%s', attribute, relation,
      -- a customer's own classes are numbered by lot (0021), those of the law by the sequence
      case relation when 'retention_classes' then ' where customer_id is null' else '' end) into highest;
    return next;
  end loop;
end $$;

-- Backups of before may have been restored without the numbers of the audit trail, which then were given again and refused.
select setval(sequence, highest) from numbers_given() where given < highest and has_sequence_privilege(sequence, 'update');
