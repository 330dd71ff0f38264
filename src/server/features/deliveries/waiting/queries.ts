import { sql } from "kysely";
import type { WaitingEntry } from "#contract/schemas/deliveries/waiting.ts";
import { type KnownAuthor, shownAuthor } from "#server/database/authors.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type WaitingRow = Omit<WaitingEntry, "user"> & KnownAuthor;

/** Returns the people who wait for a box and its contents; a 404 where there is no such box or it is not the caller's. */
export async function waitingFor(db: Reader, scope: Scope, box: number): Promise<{ results: WaitingEntry[] }> {
  const seen = await db
    .selectFrom("boxes")
    .select("id")
    .where("id", "=", box)
    .where(visibleTo(scope, "boxes.customer_id"))
    .executeTakeFirst();
  if (!seen) throw notFound();
  const rows = await db.list(
    "waiting-for-box",
    sql<WaitingRow>`
      select ${selectList<WaitingRow>({
        ...fromTable("w", "id", "created", "reserved_until"),
        ...fromTable("u", "first_name", "last_name"),
        content: "w.content_id",
        own: sql`w.user_id = ${scope.userId}::bigint`,
        colleague: sql`exists (select from customer_users c
          where c.user_id = w.user_id and c.customer_id = w.customer_id)`,
      })}
      from (select * from waiting_entries where box_id = ${box}::bigint offset 0) w join users u on u.id = w.user_id
      order by w.reserved_until is null, w.created, w.id`,
  );
  const results = rows.map(({ first_name, last_name, colleague, ...entry }) => ({
    ...entry,
    user: shownAuthor(scope, { first_name, last_name, colleague }),
  }));
  return { results };
}
