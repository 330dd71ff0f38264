import { sql } from "kysely";
import type { DigitalCopy } from "#contract/schemas/deliveries/copies.ts";
import { copyGone } from "#rules/texts/copy-refusals.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound, Refusal } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A copy; a 404 where there is none or it is not the caller's. */
export async function copyById(db: Reader, scope: Scope, id: number): Promise<DigitalCopy> {
  const copy = await db
    .selectFrom("digital_copies")
    .select(["id", "pages", "bytes", "created", "kept_until", "deleted"])
    .where("id", "=", id)
    .where(visibleTo(scope, "digital_copies.customer_id"))
    .executeTakeFirst();
  if (!copy) throw notFound();
  return copy;
}

interface CopyFile {
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly pages: number;
  readonly delivery: number;
  readonly code: number;
  readonly box: string;
  /** The customer's code. */
  readonly customer: number;
  readonly over: boolean;
}

const copyFile = selectList<CopyFile>({
  ...fromTable("p", "sha256", "bytes", "pages"),
  delivery: "d.id",
  code: "d.code",
  box: "b.code",
  customer: "b.customer_code",
  over: sql`p.deleted is not null or p.kept_until < berlin_day(now())`,
});

/**
 * Returns the file of a copy, and what was copied. A 404 where there is none, it is not the caller's, or, with a sentence of its own, its days are
 * over.
 */
export async function fileOfCopy(db: Reader, scope: Scope, id: number): Promise<CopyFile> {
  const { rows } = await sql<CopyFile>`
    select ${copyFile}
    from digital_copies p join deliveries d on d.id = p.delivery_id join boxes b on b.id = p.box_id
    where p.id = ${id}::int and ${visibleTo(scope, "p.customer_id")}`.execute(db);
  const [file] = rows;
  if (!file) throw notFound();
  if (file.over) throw new Refusal(copyGone);
  return file;
}
