import { sql } from "kysely";
import type { App } from "#contract/schemas/system/apps.ts";
import type { listApps } from "#contract/calls/system/apps.ts";
import type { OrdersOf, Query } from "#contract/route.ts";
import { type ColumnOf, columnOf, isDescending } from "#rules/lists/orders.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { type OfferedVersion, type Offering, sizeOfPackage } from "#server/android/offered-packages.ts";
import { notFound } from "#server/http/errors.ts";
import { StoreUnavailable } from "#server/storage/file-store.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const orders = { version: sql`string_to_array(version, '.')::int[]`, date: sql`released` } satisfies Record<
  ColumnOf<OrdersOf<typeof listApps>>,
  unknown
>;

type AppRow = Omit<App, "bytes">;

const appRow = selectList<AppRow>({
  ...fromTable("apps", "id", "version", "description", "file"),
  date: "apps.released",
});

/** The versions of the app, the newest first; every one without `limit`. Whether there is a file is asked where files lie. */
export async function listOfApps(
  db: Reader,
  _scope: Scope,
  offering: Offering,
  origin: string,
  query: Query<typeof listApps>,
) {
  const { order_by = "-version", limit, offset = 0 } = query;
  const direction = isDescending(order_by) ? sql`desc` : sql`asc`;
  const { rows } = await sql<AppRow>`
    select ${appRow} from apps
    order by ${orders[columnOf(order_by)]} ${direction}, id limit ${limit ?? null} offset ${offset}`.execute(db);
  const { count } = await db.selectFrom("apps").select(db.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const results = await Promise.all(
    rows.map(async (app): Promise<App> => {
      const bytes = await sizeOfPackage(offering, app).catch(nothingIfAway);
      return { ...app, bytes, file: bytes === null ? null : `${origin}/api/v1/apps/${app.id}/file/` };
    }),
  );
  return toPage(results, count, query);
}

/** Whoever looks at the list sees the rest of it. */
function nothingIfAway(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}

/** A version and the name of the package that was added to it; a 404 where there is no such version. */
export async function packageOfApp(db: Reader, _scope: Scope, id: number): Promise<OfferedVersion> {
  const app = await db.selectFrom("apps").select(["version", "file"]).where("id", "=", id).executeTakeFirst();
  if (!app) throw notFound();
  return app;
}
