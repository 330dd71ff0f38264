import type { Content } from "#contract/schemas/stock/contents.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

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
