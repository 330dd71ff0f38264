import { sql } from "kysely";
import type { listViews } from "#contract/calls/search/views.ts";
import type { SavedView } from "#contract/schemas/search/views.ts";
import type { Query } from "#contract/route.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const savedView = selectList<SavedView>(fromTable("saved_views", "id", "list", "name", "search"));

const savedViews = (userId: number, list: Sql) => sql<SavedView>`
  select ${savedView} from saved_views where user_id = ${userId}::bigint and (${list} is null or list = ${list})
  order by name collate german, id`;

/** Everybody sees their own views only, staff too. */
export async function viewsOf(db: Reader, scope: Scope, { list }: Query<typeof listViews>) {
  const views = await db.list("saved-views", savedViews(scope.userId, sql`${list ?? null}::text`));
  return toPage(views, views.length, {});
}
