import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Reader } from "#server/database/database.ts";
import type { Fault } from "./verify-history.ts";

/** Describes faults, with the box that each is about: "0042.000.123, entry 2 is not what was written". A fault of a seal has no box. For staff. */
export async function sayFaults(db: Reader, faults: readonly Fault[]): Promise<string[]> {
  const codes = await boxCodesOf(
    db,
    faults.flatMap(({ boxId }) => boxId ?? []),
  );
  return faults.map(({ boxId, what }) => (boxId === null ? what : `${showBoxCode(codes.get(boxId) ?? "")}, ${what}`));
}

/** The codes of boxes, deleted ones too, by their ids. */
async function boxCodesOf(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from boxes where id = any(${ids}::bigint[])
    union all select box_id, code from deleted_boxes where box_id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** The box of a code; of several that were deleted under it, the last one. For staff. */
export async function boxIdOf(db: Reader, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id, 1 as there from boxes where code = ${code}
    union all select box_id, 0 from deleted_boxes where code = ${code} order by there desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The customer of a number. For staff. */
export async function customerIdOf(db: Reader, code: number): Promise<number | undefined> {
  const customer = await db.selectFrom("customers").select("id").where("code", "=", code).executeTakeFirst();
  return customer?.id;
}
