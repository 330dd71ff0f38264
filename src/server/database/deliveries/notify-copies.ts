import { sql } from "kysely";
import type { Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Ready {
  readonly customer_id: number;
  readonly code: number;
  /** `YYYY-MM-DD`; the first day on which one of them ends. */
  readonly until: string;
}

const ready = selectList<Ready>({ ...fromTable("d", "customer_id", "code"), until: sql`min(p.kept_until)` });

/** Notifies a customer once that everything of an order of scans can be read, as far as it was found; before that nothing. */
export async function notifyCopies(tx: Transaction, delivery: number): Promise<void> {
  const { rows } = await sql<Ready>`
    select ${ready} from deliveries d join digital_copies p on p.delivery_id = d.id
    where d.id = ${delivery}::bigint and p.deleted is null
      and not exists (select from delivery_boxes l where l.delivery_id = d.id and l.open
        and not exists (select from digital_copies o where o.delivery_id = d.id and o.box_id = l.box_id and o.line_id is null))
      and not exists (select from delivery_contents l where l.delivery_id = d.id and l.open
        and not exists (select from digital_copies o where o.line_id = l.id))
    group by d.id`.execute(tx);
  for (const { customer_id, ...facts } of rows)
    await notifyCustomer(tx, customer_id, { mail: "copiesReady", delivery, ...facts }, delivery);
}
