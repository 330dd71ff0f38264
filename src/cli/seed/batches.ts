import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { attachmentOf, destructionCertificate } from "#server/documents/destruction-certificate.ts";
import { storeBatchCertificate } from "#server/features/destruction/certificates/mutations.ts";
import { certificateData } from "#server/features/destruction/certificates/queries.ts";
import { createBatch } from "#server/features/destruction/batches/mutations.ts";
import * as steps from "#server/features/destruction/steps/mutations.ts";
import { shredBox } from "#server/features/destruction/shredder/mutations.ts";
import { endSessions } from "#server/features/access/session/mutations.ts";
import { openSession, scopeOfToken } from "#server/http/session.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Due {
  readonly id: number;
  readonly code: string;
}

/** People who take the steps: nobody takes two steps that need two people. */
interface People {
  readonly proposer: steps.Stepper;
  readonly second: steps.Stepper;
  readonly witness: steps.Stepper;
  readonly approver: steps.Stepper;
}

/** Number of boxes in a batch, by its state, where there are enough boxes. */
const sizes = { certified: 12, waiting: 9, proposed: 14, draft: 6 };
const boxCount = Object.values(sizes).reduce((sum, size) => sum + size, 0);

/**
 * Destruction batches of a customer who approves them: one with its certificate, one that waits after it was confirmed,
 * one that waits for the customer, and a draft. Every step is taken as people take it, so all of them are of today.
 */
export async function seedBatches(db: Database, providerName: string): Promise<void> {
  const today = berlinDay(new Date());
  const customer = await customerWithDue(db, today);
  const people = customer === undefined ? undefined : await peopleOf(db, customer);
  if (customer === undefined || !people) return;
  const due = await dueBoxes(db, customer, today);
  await procedure(db, customer, 0);
  const share = Math.min(1, due.length / boxCount);
  const take = (amount: number) => due.splice(0, Math.floor(amount * share));
  const begin = (boxes: readonly Due[]) => {
    const body = { customer, boxes: boxes.map(({ id }) => id) };
    return db.write((tx) => createBatch(tx, people.proposer.userId, body, today));
  };
  const destroyedBoxes = take(sizes.certified);
  if (destroyedBoxes.length > 0)
    await destroyBatch(db, people, { id: await begin(destroyedBoxes), boxes: destroyedBoxes, today, providerName });
  await procedure(db, customer, 7);
  for (const [amount, stages] of [
    [sizes.waiting, [propose, approve, confirm]],
    [sizes.proposed, [propose]],
    [sizes.draft, []],
  ] as const) {
    const boxes = take(amount);
    if (boxes.length === 0) return;
    const id = await begin(boxes);
    for (const stage of stages) await db.write((tx) => stage(tx, people, id, today));
  }
}

type Step = (tx: Transaction, people: People, id: number, today: string) => Promise<void>;
const propose: Step = (tx, { proposer }, id, today) => steps.proposeBatch(tx, proposer, id, today);
const approve: Step = (tx, { approver }, id, today) =>
  steps.decideBatch(tx, approver, id, { lines: [], rest: "approved", number: showBatch(id) }, today);
const confirm: Step = (tx, { second }, id, today) => steps.confirmBatch(tx, second, id, showBatch(id), today);

interface Destroying {
  readonly id: number;
  readonly boxes: readonly Due[];
  readonly today: string;
  readonly providerName: string;
}

/** To the certificate. */
async function destroyBatch(
  db: Database,
  people: People,
  { id, boxes, today, providerName }: Destroying,
): Promise<void> {
  for (const step of [propose, approve, confirm]) await db.write((tx) => step(tx, people, id, today));
  const { second, witness } = people;
  for (const [nth, { code }] of boxes.entries())
    await db.write((tx) => shredBox(tx, second.userId, { batch: id, code, weight: 6 + (nth % 5) / 2 }));
  const by = { place: "house", machine: "HSM Powerline FA 500.3" } as const;
  await db.write((tx) => steps.completeBatch(tx, witness, id, by));
  const token = await db.write((tx) => openSession(tx, witness.userId));
  const scope = await scopeOfToken(db, token);
  if (!scope) throw new Error("The witness has no session.");
  const data = await certificateData(db.read, scope, id, providerName);
  await db.write((tx) => endSessions(tx, witness.userId));
  const bytes = destructionCertificate({ data, link: null }, { provider: providerName, day: today });
  const { digest } = attachmentOf(data);
  await db.write((tx) => storeBatchCertificate(tx, witness, id, { number: data.number, bytes, digest }));
}

/** Boxes `b` in the archive, whole, that may go or are marked, and which nobody has asked for. */
const isDue = (today: string) => sql`
  (b.state = ${BoxState.inStock}::smallint and b.retain_until < ${today}::date
      and coalesce(b.meta_destroy_year, 0) <= extract(year from ${today}::date)
    or b.state = ${BoxState.marked}::smallint and b.marked_from = ${BoxState.inStock}::smallint
      and (b.retain_until is null or b.retain_until < ${today}::date)
      and coalesce(b.meta_destroy_year, 0) <= extract(year from ${today}::date))
  and not exists (select from holds_on(b.id))
  and not exists (select from contents where box_id = b.id and state <> 0)
  and not exists (select from delivery_boxes where box_id = b.id and open)
  and not exists (select from delivery_contents where box_id = b.id and open)`;

/** Returns the customer with the most due boxes among those with users. The first customer is left out, because it is under an audit (`loadHold`). */
async function customerWithDue({ read }: Database, today: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select b.customer_id as id from boxes b where ${isDue(today)} and b.customer_id > (select min(id) from customers)
      and exists (select from customer_users where customer_id = b.customer_id)
    group by 1 order by count(*) desc, 1 limit 1`.execute(read);
  return rows[0]?.id;
}

/** Three of the staff, and the customer's first user, who gets the right. */
async function peopleOf(db: Database, customer: number): Promise<People | undefined> {
  const staff = await db.read
    .selectFrom("users")
    .select("id")
    .where("is_staff", "=", true)
    .orderBy("id")
    .limit(3)
    .execute();
  const [proposer, second, witness] = staff.map(({ id }) => ({ userId: id, isStaff: true, customerIds: [] }));
  const rights = await db.write((tx) =>
    tx
      .updateTable("customer_users")
      .set({ may_approve_destruction: true })
      .where("customer_id", "=", customer)
      .returning("user_id")
      .execute(),
  );
  const [first] = rights.map(({ user_id }) => user_id).sort((one, other) => one - other);
  if (!proposer || !second || !witness || first === undefined) return undefined;
  return { proposer, second, witness, approver: { userId: first, isStaff: false, customerIds: [customer] } };
}

const dueColumns = selectList<Due>(fromTable("b", "id", "code"));

async function dueBoxes(db: Database, customer: number, today: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select ${dueColumns} from boxes b where b.customer_id = ${customer}::bigint and ${isDue(today)}
    order by b.retain_until, b.number limit ${boxCount}`.execute(db.read);
  return rows;
}

const procedure = (db: Database, customer: number, waitingDays: number) =>
  db.write((tx) =>
    tx
      .updateTable("customers")
      .set({ destruction_procedure: 1, waiting_days: waitingDays })
      .where("id", "=", customer)
      .execute(),
  );
