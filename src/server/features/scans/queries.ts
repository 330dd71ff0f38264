import { parseBoxCode } from "#rules/box-code.ts";
import { parseRowScan, showPlace } from "#rules/positions.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seen } from "#server/database/scope.ts";

/** What a scanned or typed text is. Customer users find their own boxes, without places, and no rows. */
export async function resolve(db: Reader, scope: Scope, text: string) {
  const code = parseBoxCode(text);
  const row = parseRowScan(text);
  const found = code ? await boxByCode(db, scope, code) : row && scope.isStaff ? await rowByNumber(db, row) : null;
  return found ?? { kind: "unknown" as const };
}

async function boxByCode(db: Reader, scope: Scope, code: string) {
  const box = await db
    .selectFrom("boxes")
    .innerJoin("customers", "customers.id", "boxes.customer_id")
    .leftJoin("rows", "rows.id", "boxes.row_id")
    .leftJoin("areas", "areas.id", "rows.area_id")
    .select(["boxes.id", "boxes.code", "boxes.state", "customers.id as customer_id", "customers.code as customer_code"])
    .select(["customers.name", "areas.name as area", "rows.number as row", "part", "height"])
    .where("boxes.code", "=", code)
    .where(seen(scope, "boxes.customer_id"))
    .executeTakeFirst();
  if (!box) return null;
  const { id, state, customer_id, customer_code, name, area, row, part, height } = box;
  const place =
    area === null || row === null || part === null || height === null ? null : showPlace({ area, row, part, height });
  const owner = { id: customer_id, code: customer_code, name };
  return { kind: "box" as const, box: { id, code, state, owner, place } };
}

async function rowByNumber(db: Reader, id: number) {
  if (id > 2_147_483_647) return null;
  const row = await db
    .selectFrom("rows")
    .innerJoin("areas", "areas.id", "rows.area_id")
    .select(["rows.id", "rows.number", "area_id", "areas.name"])
    .where("rows.id", "=", id)
    .executeTakeFirst();
  return row && { kind: "row" as const, row: { id, number: row.number, area: { id: row.area_id, name: row.name } } };
}
