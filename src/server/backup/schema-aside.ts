import type { ClientBase } from "pg";

/**
 * Things in a schema, without those of an extension, as `alter` and `drop` name them. Routines come first, since their names have the types of
 * tables.
 */
const contents = `
  select thing from (
    select 1 as turn, 'routine ' || p.oid::regprocedure as thing from pg_proc p where p.pronamespace = $1::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 2, case c.relkind when 'v' then 'view ' else 'table ' end || c.oid::regclass
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v')
    union all
    select 3, 'collation ' || c.oid::regcollation from pg_collation c where c.collnamespace = $1::regnamespace) things
  order by turn`;

/**
 * Sets what a database holds aside, into a schema of this name, and does what else has to happen at the same moment. The extensions stay
 * where they are: there is only one of each, and it belongs to the superuser.
 */
export async function setContentsAside(client: ClientBase, schema: string, also: readonly string[]): Promise<void> {
  await inOne(client, [`create schema ${schema}`, ...(await moves(client, "public", schema)), ...also]);
}

/** Takes that back; what was made since goes. */
export async function takeContentsBack(client: ClientBase, schema: string): Promise<void> {
  const back = [...(await moves(client, schema, "public")), `drop schema ${schema}`];
  await inOne(client, [...(await drops(client)), ...back]);
}

/** Empties a database, and does what else has to happen at the same moment. */
export async function dropContents(client: ClientBase, also: readonly string[] = []): Promise<void> {
  await inOne(client, [...(await drops(client)), ...also]);
}

/** A view or a table may go with a routine that it needs, before its turn. */
const drops = async (client: ClientBase) =>
  (await contentsOf(client, "public")).map((thing) => `drop ${thing.replace(" ", " if exists ")} cascade`);

const moves = async (client: ClientBase, from: string, to: string) =>
  (await contentsOf(client, from)).map((thing) => `alter ${thing} set schema ${to}`);

async function contentsOf(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ thing: string }>(contents, [schema]);
  return rows.map(({ thing }) => thing);
}

async function inOne(client: ClientBase, steps: readonly string[]): Promise<void> {
  await client.query(["begin", ...steps, "commit"].join("; "));
}
