import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { catalogue } from "#rules/destruction/retention/catalogue.ts";
import { retentionEnd } from "#rules/destruction/retention/retention.ts";
import { minuteText } from "./days.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { ArchivePlan } from "./plan.ts";

/** A class of the law, and until when is kept by it what began on a day. */
export interface SeededClass {
  readonly id: number;
  readonly name: string;
  endOf(from: string): string;
}

/** Classes by the number of years that their papers are kept. For other numbers of years nobody has named a class. */
const keyOfYears = new Map([
  [6, "ao-briefe"],
  [10, "ao-buecher"],
  [30, "strahlen-behandlung"],
]);

/** The classes that are given to boxes, by how many years they keep. */
export async function retentionClasses({ query }: BulkLoad): Promise<Map<number, SeededClass>> {
  const existing = await query<{ id: number; key: string }>(
    "select id, key from retention_classes where customer_id is null",
  );
  const classesByKey = new Map<number, SeededClass>();
  for (const [years, key] of keyOfYears) {
    const [law, id] = [catalogue.find((each) => each.key === key), existing.find((each) => each.key === key)?.id];
    if (!law || id === undefined) throw new Error(`The database has no class ${key}.`);
    classesByKey.set(years, { id, name: law.name, endOf: (from) => retentionEnd(law.rules, from, false)?.end ?? from });
  }
  return classesByKey;
}

const heldNumbers = 40;

/** Customers whose boxes are held, and people who hold them: the first of each. */
interface Holders {
  readonly customers: readonly number[];
  readonly staff: readonly number[];
}

/** The first customer is under an audit: its first boxes must stay, whatever their time. */
export async function loadHold({ query }: BulkLoad, plan: ArchivePlan, ids: Holders): Promise<void> {
  const [customer, author] = [ids.customers[0], ids.staff[0]];
  const at = minuteText(plan.wanted.now);
  await query(
    `with hold as (
       insert into holds (customer_id, scope, from_number, to_number, reason, reference, since, set_by, by_customer)
       values ($1, 'range', 1, $2, 'Betriebsprüfung 2026', 'AZ 12', $3, $4, false) returning id),
     named as (
       insert into hold_boxes (hold_id, box_id, customer_id)
       select hold.id, b.id, b.customer_id from hold, boxes b where b.customer_id = $1 and b.number <= $2 and b.state <> ${BoxState.destroyed} returning box_id)
     insert into history (box_id, seq, kind, user_id, meta, created)
     select b.id, b.history_count + 1, ${K.holdChanged}, $4, '{"from":null,"to":"Betriebsprüfung 2026, AZ 12"}', $3
     from boxes b join named on b.id = box_id order by b.id`,
    [customer, heldNumbers, at, author],
  );
  await query(
    "update boxes set history_count = history_count + 1 where id in (select box_id from hold_boxes where customer_id = $1)",
    [customer],
  );
}
