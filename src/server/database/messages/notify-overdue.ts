import { sql } from "kysely";
import { addDays } from "#rules/dates.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "./notify-by-mail.ts";
import { selectList } from "#server/database/sql/json.ts";

/** So many days after the day on which boxes were to be back, who was not notified is notified no more. */
const daysReported = 7;

interface OverdueBoxes {
  customer_id: number;
  due_back: string;
  boxes: number;
}

const overdueBoxes = selectList<OverdueBoxes>({
  customer_id: "boxes.customer_id",
  due_back: "boxes.due_back",
  boxes: sql`count(*)::int`,
});

/** Notifies each customer once of the boxes that were to be back by a day before `today` (`YYYY-MM-DD`, Berlin), a mail for each such day. */
export async function notifyOverdue(tx: Transaction, today: string): Promise<void> {
  const { rows } = await sql<OverdueBoxes>`
    select ${overdueBoxes} from boxes
    where due_back < ${today}::date and due_back >= ${addDays(today, -daysReported)}::date group by 1, 2 order by 1, 2`.execute(
    tx,
  );
  for (const { customer_id, due_back: day, boxes } of rows)
    await notifyCustomer(tx, customer_id, { mail: "boxesOverdue", boxes, day }, `${customer_id} ${day}`);
}
