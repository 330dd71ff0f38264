import { sql } from "kysely";
import type { listContents } from "#contract/calls/stock/contents.ts";
import type { Query } from "#contract/route.ts";
import type { Content } from "#contract/schemas/stock/contents.ts";
import { walkBoxes } from "#server/database/boxes/walk-boxes.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A content with its box; a 404 where there is none or it is not the caller's. */
export async function contentById(db: Reader, scope: Scope, id: number): Promise<Content> {
  const contentRow = await db
    .selectFrom("contents")
    .innerJoin("boxes", "boxes.id", "contents.box_id")
    .select(["contents.id", "text", "contents.state", "contents.created", "box_id", "code"])
    .where("contents.id", "=", id)
    .where(visibleTo(scope, "contents.customer_id"))
    .executeTakeFirst();
  if (!contentRow) throw notFound();
  const { box_id, code, ...content } = contentRow;
  return { ...content, box: { id: box_id, code } };
}

type ContentRow = Omit<Content, "box"> & { box_id: number; code: string };

const contentRowColumns = selectList<ContentRow>({
  ...fromTable("c", "id", "text", "state", "created"),
  box_id: "b.id",
  code: "b.code",
});

/** A page of the contents of the boxes that the caller sees. */
export function pageOfContents(db: Reader, scope: Scope, query: Query<typeof listContents>) {
  const state = query.state ?? null;
  return walkBoxes(db, scope, query, async (boxes, above, limit) => {
    const statement = sql<ContentRow>`
      select ${contentRowColumns}
      from unnest(${boxes}::bigint[]) with ordinality w(id, place)
      join boxes b on b.id = w.id
      cross join lateral (
        select id, text, state, created from contents
        where box_id = w.id and (w.place > 1 or id > ${above}::bigint) and (${state}::smallint is null or state = ${state}::smallint)) c
      order by w.place, c.id limit ${limit}::int`;
    const rows = await db.list("contents-of-boxes", statement);
    return rows.map(({ box_id, code, ...content }) => ({ ...content, box: { id: box_id, code } }));
  });
}
