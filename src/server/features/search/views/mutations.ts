import { sql } from "kysely";
import type { saveView as SaveView } from "#contract/calls/search/views.ts";
import { maxViews } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import type { SavedView } from "#contract/schemas/search/views.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { selectList } from "#server/database/sql/json.ts";

const savedViewColumns = selectList<SavedView>({ id: "id", list: "list", name: "name", search: "search" });

/** Saves a view under its name, in place of one that has it already. */
export async function saveView(tx: Transaction, userId: number, view: Body<typeof SaveView>): Promise<SavedView> {
  const { list, name, search } = view;
  await sql`select from users where id = ${userId}::bigint for no key update`.execute(tx); // or two at once would pass the limit
  const { rows } = await sql<SavedView>`
    insert into saved_views (user_id, list, name, search) values (${userId}::bigint, ${list}, ${name}, ${search})
    on conflict (user_id, list, name) do update set search = excluded.search returning ${savedViewColumns}`.execute(tx);
  const savedView = await sql`
    select from saved_views where user_id = ${userId}::bigint and list = ${list} limit ${maxViews + 1}`.execute(tx);
  const [made] = rows;
  if (!made || savedView.rows.length > maxViews) throw refuse(refused.tooManyViews(maxViews));
  return made;
}

/** @throws a 404 where it is none of this user's */
export async function deleteView(tx: Transaction, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("saved_views")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}
