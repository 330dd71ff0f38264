import type { listViews } from "#contract/calls/views.ts";
import type { SavedView } from "#contract/schemas/views.ts";
import type { Query } from "#contract/route.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

const savedViews = `
  select id, list, name, search from saved_views where user_id = $1::bigint and ($2::text is null or list = $2)
  order by name collate german, id`;

/** Everybody sees their own views only, staff too. */
export async function viewsOf(db: Reader, scope: Scope, { list }: Query<typeof listViews>) {
  const views = await db.list<SavedView>("saved-views", savedViews, [scope.userId, list ?? null]);
  return toPage(views, views.length, {});
}
