import type { ClientBase } from "pg";

/** Step that makes again what was dropped: what it is, and its SQL. */
export interface RebuildStep {
  readonly what: string;
  readonly sql: string;
}

/**
 * Drops what costs time with every loaded row, foreign keys first because they need some of the indexes; answers how to make
 * it again. Primary keys and unique constraints stay, and what a table needs that only grows.
 */
export async function dropIndexes(client: ClientBase, tables: readonly string[]): Promise<RebuildStep[]> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f'
       and conrelid in (select oid from pg_class where pg_has_role(relowner, 'member'))
       and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1)) order by 1, 2`,
    [tables],
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid::regclass::text = any($1) and indrelid in (select oid from pg_class where pg_has_role(relowner, 'member')) and not exists (select from pg_constraint
       where conindid = i.indexrelid and (contype <> 'f' or conrelid not in (select oid from pg_class where pg_has_role(relowner, 'member'))))
     order by 1`,
    [tables],
  );
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  return [
    ...indexes.rows.map(({ name, definition }) => ({ what: `index ${name}`, sql: definition })),
    ...keys.rows.map(({ table, name, definition }) => ({
      what: `foreign key ${name}`,
      sql: `alter table ${table} add constraint ${name} ${definition}`,
    })),
  ];
}
