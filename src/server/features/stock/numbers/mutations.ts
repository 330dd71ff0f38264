import { sql } from "kysely";
import type { setNumbers as Set } from "#contract/calls/stock/box-numbers.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type BoxNumber, type NumberKind, numberKey, numberKindText } from "#rules/stock/box-number.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record as noteChange } from "#server/database/audit/audit.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

interface StoredNumber extends BoxNumber {
  readonly id: number;
}

/**
 * Gives a box these numbers and no others, with an entry for each that comes or goes.
 * @throws 400 where one stands there twice, where somebody else changed them since the caller saw them, or another box has one that is to be unique
 */
export async function setNumbers(
  tx: Transaction,
  userId: number,
  boxId: number,
  body: Body<typeof Set>,
): Promise<void> {
  const { numbers, before } = body;
  const repeated = numbers.find(({ text }, at) => numbers.findIndex((one) => isSame(one.text, text)) < at);
  if (repeated) throw badInput({ numbers: [refused.numberTwice(repeated.text)] });
  const box = await tx
    .selectFrom("boxes")
    .select(["state", "customer_id"])
    .where("id", "=", boxId)
    .forUpdate()
    .executeTakeFirst();
  if (!box) throw notFound();
  if (box.state === BoxState.destroyed) throw refuse(refused.destroyedNumbers);
  const stored = await storedNumbers(tx, boxId);
  const texts = stored.map(({ text }) => text);
  if (before && before.join("\n") !== texts.join("\n"))
    throw badInput({ numbers: [refused.changedMeanwhile(texts.join(", "))] });
  const gone = stored.filter(({ text }) => numbers.every((one) => one.text !== text));
  const added = numbers.filter(({ text }) => !texts.includes(text));
  for (const { id, text } of gone) {
    await tx.deleteFrom("box_numbers").where("id", "=", id).execute();
    await record(tx, userId, boxId, text, null);
  }
  if (added.length > 0) await refuseTaken(tx, box.customer_id, boxId, added);
  for (const { text, kind } of added) {
    await addNumber(tx, boxId, { text, kind });
    await record(tx, userId, boxId, null, text);
  }
  for (const { id, text, kind } of stored) {
    const next = numbers.find((one) => one.text === text)?.kind ?? kind;
    if (next === kind) continue;
    await tx.updateTable("box_numbers").set({ kind: next }).where("id", "=", id).execute();
    await record(tx, userId, boxId, ofKind(text, kind), ofKind(text, next));
  }
}

const isSame = (one: string, other: string) => numberKey(one) === numberKey(other);
const ofKind = (text: string, kind: NumberKind) => `${text} (${numberKindText[kind]})`;

async function storedNumbers(tx: Transaction, boxId: number): Promise<StoredNumber[]> {
  return tx
    .selectFrom("box_numbers")
    .select(["id", "text", "kind"])
    .where("box_id", "=", boxId)
    .orderBy("id")
    .execute();
}

const record = (tx: Transaction, userId: number, boxId: number, from: string | null, to: string | null) =>
  changeBox(tx, {
    boxId,
    userId,
    kind: HistoryKind.foreignNumberChanged,
    meta: { from, to },
    set: sql`foreign_number = null`, // of the version before, which must not bring it back
  });

const addNumber = (tx: Transaction, boxId: number, { text, kind }: BoxNumber) =>
  sql`
    insert into box_numbers (box_id, customer_id, text, kind, unique_for)
    select b.id, b.customer_id, ${text}::text, ${kind}::smallint, case when c.unique_numbers then c.id end
    from boxes b join customers c on c.id = b.customer_id where b.id = ${boxId}::bigint
    on conflict (box_id, key) do nothing`.execute(tx);

/** The customer is locked, so that nobody says meanwhile that its numbers are unique. */
async function refuseTaken(
  tx: Transaction,
  customerId: number,
  boxId: number,
  numbers: readonly BoxNumber[],
): Promise<void> {
  const customer = await tx
    .selectFrom("customers")
    .select("unique_numbers")
    .where("id", "=", customerId)
    .forShare()
    .executeTakeFirst();
  if (!customer?.unique_numbers) return;
  const texts = numbers.map(({ text }) => text);
  const { rows } = await sql<{ text: string; code: string }>`
    select t.text, b.code from unnest(${texts}::text[]) with ordinality t(text, n)
    join box_numbers k on k.customer_id = ${customerId}::bigint and k.key = number_key(t.text)
    join boxes b on b.id = k.box_id
    where k.box_id <> ${boxId}::bigint order by t.n, b.code limit 1`.execute(tx);
  const [taken] = rows;
  if (taken) throw badInput({ numbers: [refused.numberTaken(taken.text, showBoxCode(taken.code))] });
}

/** Says whether numbers of a customer are unique from now on; locked, nobody adds one meanwhile. */
export async function setUniqueNumbers(
  tx: Transaction,
  actor: Actor,
  customerId: number,
  unique: boolean,
): Promise<void> {
  const customer = await tx
    .selectFrom("customers")
    .select(["code", "unique_numbers"])
    .where("id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!customer) throw notFound();
  if (customer.unique_numbers === unique) return;
  if (unique) await refuseShared(tx, customerId);
  await tx.updateTable("customers").set({ unique_numbers: unique }).where("id", "=", customerId).execute();
  const set = { unique_for: unique ? customerId : null };
  await tx.updateTable("box_numbers").set(set).where("customer_id", "=", customerId).execute();
  const about = `Nummern ${unique ? "eindeutig" : "mehrfach möglich"}`;
  await noteChange(tx, actor, { kind: AuditKind.customerChanged, customer: customer.code, meta: { about } });
}

async function refuseShared(tx: Transaction, customerId: number): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select (array_agg(text order by id))[1] as text from box_numbers where customer_id = ${customerId}::bigint
    group by key having count(*) > 1 order by key limit 1`.execute(tx);
  if (rows[0]) throw badInput({ unique: [refused.numbersShared(rows[0].text)] });
}
