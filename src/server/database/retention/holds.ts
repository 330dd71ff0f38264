import { sql } from "kysely";
import { auditOpen } from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";

interface HeldBox {
  readonly code: string;
  readonly why: string;
}

interface HoldOfBox {
  code: string;
  label: string | null;
  audit_from: number | null;
}

const holdOfBox = selectList<HoldOfBox>({ code: "code", label: "label", audit_from: "audit_from" });

/** The first of these boxes, by code, that is held, and why; undefined where none is. */
export async function findHeldBox(tx: Transaction, boxes: readonly number[]): Promise<HeldBox | undefined> {
  const { rows } = await sql<HoldOfBox>`
    select ${holdOfBox} from boxes cross join lateral holds_on(boxes.id)
    where id = any(${boxes}::bigint[]) order by code limit 1`.execute(tx);
  const [first] = rows;
  return first && { code: first.code, why: first.label ?? auditOpen(first.audit_from ?? "") };
}
