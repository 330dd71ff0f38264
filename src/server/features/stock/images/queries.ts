import type { Image } from "#contract/schemas/stock/images.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

/** Where an image and its preview are fetched. */
function imageUrls(origin: string, id: number) {
  const url = `${origin}/api/v1/boximages/${id}`;
  return { image: `${url}/file/`, preview: `${url}/preview/` };
}

/** An image; a 404 where there is none or it is not the caller's. */
export async function imageById(db: Reader, scope: Scope, id: number, origin: string): Promise<Image> {
  const image = await db
    .selectFrom("images")
    .select(["id", "created", "viewed"])
    .where("id", "=", id)
    .where(visibleTo(scope, "images.customer_id"))
    .executeTakeFirst();
  if (!image) throw notFound();
  return { ...image, ...imageUrls(origin, id) };
}

/** Returns the file of an image, with its box and the box's customer. Throws a 404 where there is no such image or it is not the caller's. */
export async function fileOfImage(db: Reader, scope: Scope, id: number) {
  const file = await db
    .selectFrom("images")
    .innerJoin("boxes", "boxes.id", "images.box_id")
    .select(["sha256", "content_type", "bytes", "boxes.code as box", "boxes.customer_code as customer"])
    .where("images.id", "=", id)
    .where(visibleTo(scope, "images.customer_id"))
    .executeTakeFirst();
  if (!file) throw notFound();
  return file;
}
