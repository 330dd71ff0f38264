import { createHash } from "node:crypto";
import { sql } from "kysely";
import {
  maxBoxSize,
  maxDestroyYear,
  maxMetaYear,
  maxRowNumber,
  minDestroyYear,
  minMetaYear,
  nameLength,
  textLength,
  usualSize,
} from "#contract/limits.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import {
  guessColumns,
  type ImportField,
  importFields,
  importFieldText,
  type Mapping,
  mappedTwice,
  namesBoxes,
  placeFields,
} from "#rules/imports/columns.ts";
import { ImportState, importStateText } from "#rules/imports/import-state.ts";
import type { Ranges } from "#rules/imports/row-values.ts";
import { maxHeight, maxPart } from "#rules/positions.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { readInProcess } from "#server/box-lists/list-reader.ts";
import { UnreadableList } from "#server/box-lists/unreadable-list.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { commitPlan } from "#server/database/imports/import-commit.ts";
import {
  planCounts,
  type PlannedImport,
  planErrors,
  planImport,
  planPreview,
} from "#server/database/imports/import-plan.ts";
import {
  chargedSince,
  type InTheWay,
  lockImported,
  touchedSince,
  undoBoxes,
} from "#server/database/imports/import-undo.ts";
import type { Scope } from "#server/database/scope.ts";
import { heldOf } from "#server/database/retention/holds.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { turns } from "#server/http/turns.ts";

const ranges: Ranges = {
  contents: [1, textLength],
  size: [1, maxBoxSize],
  year: [minMetaYear, maxMetaYear],
  destroyYear: [minDestroyYear, maxDestroyYear],
  class: [1, nameLength],
  area: [1, nameLength],
  row: [1, maxRowNumber],
  part: [1, maxPart],
  height: [1, maxHeight],
  foreignNumber: [1, nameLength],
};

/** A list takes a processor as long as it is read: one after another, whoever sent them. */
const readTurn = turns(1);

/** What of a list its sender may say: places are the archive's. */
const allowedFields = ({ isStaff }: Scope): readonly ImportField[] =>
  isStaff ? importFields : importFields.filter((field) => !placeFields.includes(field));

/** Reads a list in its turn; a 400 for the field `file` where it cannot be read. */
async function read(scope: Scope, gone: AbortSignal, ...[work, take]: ReadingOf) {
  try {
    return await readTurn(String(scope.userId), () => readInProcess({ ...work, ranges }, gone, take));
  } catch (error) {
    if (error instanceof UnreadableList) throw badInput({ file: [error.message] });
    throw error;
  }
}
type ReadingOf = [
  work: Omit<Parameters<typeof readInProcess>[0], "ranges">,
  take?: Parameters<typeof readInProcess>[2],
];

/** A list that can be read, before anything of it is kept. */
export async function acceptList(scope: Scope, file: Buffer | null, gone: AbortSignal) {
  if (file === null) throw badInput({ file: [refused.noList] });
  const { heads, total } = await read(scope, gone, { file, mapping: null, customerCode: 0 });
  return { file, heads, total };
}

/** Whether who asks may import for a customer. @throws a 400 that says why not */
async function refuseUnlessTheirs(tx: Transaction, scope: Scope, customer: number): Promise<void> {
  const known = await tx.selectFrom("customers").select("id").where("id", "=", customer).executeTakeFirst();
  if (!known || (!scope.isStaff && !scope.customerIds.includes(customer)))
    throw badInput({ customer: [refused.unknownCustomer] });
  if (!(await mayStore(tx, scope, customer))) throw refuse(refused.noRight);
}

async function mayStore(tx: Transaction, { isStaff, userId }: Scope, customer: number): Promise<boolean> {
  if (isStaff) return true;
  const right = tx.selectFrom("customer_users").select("may_store").where("user_id", "=", userId);
  const found = await right.where("customer_id", "=", customer).forShare().executeTakeFirst();
  return found?.may_store ?? false;
}

interface NewImport {
  readonly customer: number;
  readonly name: string;
  readonly file: Buffer;
  readonly heads: readonly string[];
  readonly total: number;
}

/** Keeps a list that was sent in, with its columns as they are probably meant; answers its number. */
export async function createImport(tx: Transaction, scope: Scope, given: NewImport): Promise<number> {
  const { customer, name, file, heads, total } = given;
  await refuseUnlessTheirs(tx, scope, customer);
  const mapping = guessColumns(heads, await rememberedColumns(tx, customer), allowedFields(scope));
  const { id } = await tx
    .insertInto("imports")
    .values({
      customer_id: customer,
      user_id: scope.userId,
      by_customer: !scope.isStaff,
      name,
      file,
      file_sha256: createHash("sha256").update(file).digest(),
      heads: [...heads],
      mapping: [...mapping],
      total,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What the columns were in the last list of the customer that was taken over. */
async function rememberedColumns(tx: Transaction, customer: number): Promise<Map<string, ImportField | null>> {
  const last = await tx
    .selectFrom("imports")
    .select(["heads", "mapping"])
    .where("customer_id", "=", customer)
    .where("committed", "is not", null)
    .orderBy("committed", "desc")
    .limit(1)
    .executeTakeFirst();
  return new Map(last?.heads.map((head, index) => [head, last.mapping[index] ?? null]) ?? []);
}

/** An import that the caller may change, locked. @throws a 404 where it is not theirs to see, a 400 where its state forbids it */
async function lockImport(tx: Transaction, scope: Scope, id: number, state: ImportState) {
  const found = await tx
    .selectFrom("imports")
    .select(["id", "customer_id", "by_customer", "state", "checked", "errors", "heads", "mapping", "run"])
    .select(["file_sha256", "total"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found || !isSeen(scope, found)) throw notFound();
  if (!(await mayStore(tx, scope, found.customer_id))) throw refuse(refused.noRight);
  if (found.state !== state) throw refuse(refused.importState(importStateText[found.state]));
  return found;
}

const isSeen = (scope: Scope, { customer_id, by_customer }: { customer_id: number; by_customer: boolean }) =>
  scope.isStaff || (by_customer && scope.customerIds.includes(customer_id));

const planned = (found: { id: number; customer_id: number; by_customer: boolean }, toDo: boolean): PlannedImport => ({
  id: found.id,
  customerId: found.customer_id,
  byCustomer: found.by_customer,
  usualSize,
  toDo,
});

/** Says what the columns are; the list must be checked again. */
export async function mapImport(tx: Transaction, scope: Scope, id: number, mapping: Mapping): Promise<void> {
  const { heads } = await lockImport(tx, scope, id, ImportState.checked);
  if (mapping.length !== heads.length) throw badInput({ mapping: [refused.otherColumns] });
  const twice = mappedTwice(mapping);
  if (twice) throw badInput({ mapping: [refused.mappedTwice(importFieldText[twice])] });
  const foreign = mapping.find((field) => field !== null && !allowedFields(scope).includes(field));
  if (foreign) throw badInput({ mapping: [refused.archiveColumn(importFieldText[foreign])] });
  await begin(tx, id, { mapping: [...mapping] });
}

/** Forgets what was checked before. */
async function begin(tx: Transaction, id: number, set: { mapping?: (ImportField | null)[] } = {}): Promise<void> {
  await tx.deleteFrom("import_rows").where("import_id", "=", id).execute();
  await tx
    .updateTable("imports")
    .set((is) => ({ ...set, run: is("run", "+", 1), rows: 0, errors: 0, made: 0, changed: 0, unchanged: 0 }))
    .set({ checked: null, preview: "[]" })
    .where("id", "=", id)
    .execute();
}

/** Reads the whole list, its rows kept batch by batch; answers the run that `endCheck` ends. */
export async function checkRows(db: Database, scope: Scope, id: number, gone: AbortSignal): Promise<number> {
  const { file, mapping, customerCode, run } = await db.write(async (tx) => {
    const found = await lockImport(tx, scope, id, ImportState.checked);
    if (!namesBoxes(found.mapping)) throw badInput({ mapping: [refused.noBoxColumn] });
    await begin(tx, id);
    const { rows } = await sql<{ file: Buffer; customerCode: number }>`
      select file, c.code as "customerCode" from imports i join customers c on c.id = i.customer_id where i.id = ${id}::int`.execute(
      tx,
    );
    return { ...found, ...(rows[0] ?? { file: Buffer.alloc(0), customerCode: 0 }), run: found.run + 1 };
  });
  await read(scope, gone, { file, mapping, customerCode }, (rows, count) =>
    db.write((tx) => keepRows(tx, { id, run }, rows, count)),
  );
  return run;
}

interface Run {
  readonly id: number;
  readonly run: number;
}

/** Keeps rows of a check; @throws where another one was begun, or the import given up */
async function keepRows(tx: Transaction, { id, run }: Run, rows: string, count: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("imports")
    .set((is) => ({ rows: is("rows", "+", count) }))
    .where("id", "=", id)
    .where("run", "=", run)
    .where("state", "=", ImportState.checked)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse(refused.checkStopped);
  await sql`
    insert into import_rows (import_id, row, values, errors)
    select ${id}::int, row, values, errors from jsonb_to_recordset(${rows}::jsonb) as r (row int, values jsonb, errors jsonb)`.execute(
    tx,
  );
}

/** Compares the rows with what is there: adds what cannot be done to what is wrong, counts, and draws the first boxes. */
export async function endCheck(tx: Transaction, scope: Scope, id: number, run: number): Promise<void> {
  const found = await lockImport(tx, scope, id, ImportState.checked);
  if (found.run !== run) throw refuse(refused.checkStopped);
  const plan = planned(found, false);
  await sql`analyze import_rows`.execute(tx);
  await planImport(tx, plan);
  await sql`
    update import_rows r set errors = r.errors || e.errors
    from (select row, jsonb_agg(jsonb_build_object('field', field, 'message', message)) as errors from (${planErrors(plan)}) f group by row) e
    where r.import_id = ${id}::int and r.row = e.row`.execute(tx);
  await sql`
    update imports set checked = now(), preview = (${planPreview(plan)}),
      errors = (select coalesce(sum(jsonb_array_length(errors)), 0) from import_rows where import_id = ${id}::int and errors <> '[]'),
      ${planCounts}
    where id = ${id}::int`.execute(tx);
}

/** Takes a checked list over, all of it or nothing; `again` where the same file was taken over before. */
export async function commitImport(tx: Transaction, scope: Scope, id: number, again: boolean): Promise<void> {
  const found = await lockImport(tx, scope, id, ImportState.checked);
  if (found.checked === null) throw refuse(refused.notChecked);
  if (found.errors > 0) throw refuse(refused.importErrors(found.errors));
  const plan = planned(found, true);
  await tx.selectFrom("customers").select("id").where("id", "=", plan.customerId).forNoKeyUpdate().execute();
  await refuseAgain(tx, plan, found.file_sha256, again);
  await sql`
    select from boxes where customer_id = ${plan.customerId}::bigint
      and number in (select (values->>'number')::int from import_rows where import_id = ${id}::int) order by id for update`.execute(
    tx,
  );
  await planImport(tx, plan);
  const { rows: wrong } = await sql`select from (${planErrors(plan)}) e limit 1`.execute(tx);
  if (wrong.length > 0) throw refuse(refused.checkAgain);
  await commitPlan(tx, scope.userId, plan);
  await sql`
    update imports set state = ${ImportState.committed}::smallint, committed = now(), committed_by = ${scope.userId}::bigint, file = null,
      ${planCounts}
    where id = ${id}::int`.execute(tx);
}

async function refuseAgain(tx: Transaction, { customerId }: PlannedImport, sha256: Buffer, again: boolean) {
  if (again) return;
  const before = await tx
    .selectFrom("imports")
    .select("committed")
    .where("customer_id", "=", customerId)
    .where("file_sha256", "=", sha256)
    .where("state", "=", ImportState.committed)
    .orderBy("committed", "desc")
    .executeTakeFirst();
  if (before?.committed)
    throw badInput({ again: [refused.importedBefore(showDate(berlinDay(new Date(before.committed))))] });
}

/** Takes an import back, all of it or nothing. @throws a 400 that names the boxes that stand in the way */
export async function undoImport(tx: Transaction, scope: Scope, id: number): Promise<void> {
  const found = await lockImport(tx, scope, id, ImportState.committed);
  await tx.selectFrom("customers").select("id").where("id", "=", found.customer_id).forNoKeyUpdate().execute();
  await lockImported(tx, id);
  refuseInTheWay(await touchedSince(tx, id), refused.importMovedOn);
  refuseInTheWay(await chargedSince(tx, id), refused.importCharged);
  const held = await heldAmong(tx, id);
  if (held) throw refuse(refused.boxHeld(showBoxCode(held.code), held.why));
  await undoBoxes(tx, scope.userId, id);
  await sql`
    update imports set state = ${ImportState.undone}::smallint, undone = now(), undone_by = ${scope.userId}::bigint where id = ${id}::int`.execute(
    tx,
  );
}

function refuseInTheWay({ codes, count }: InTheWay, why: typeof refused.importMovedOn): void {
  if (count > 0) throw refuse(why(codes.map(showBoxCode), count));
}

/** The first box that is held and would lose something; nobody is asked where nothing of the customer is held. */
async function heldAmong(tx: Transaction, id: number) {
  const { rows } = await sql<{ box_id: number }>`
    select r.box_id from import_rows r join imports i on i.id = r.import_id join customers c on c.id = i.customer_id
    where i.id = ${id}::int and r.box_id is not null and (r.made_box or r.content_ids is not null)
      and (c.audit_open_from is not null or exists (select from holds h where h.customer_id = c.id and h.released_at is null))`.execute(
    tx,
  );
  return heldOf(
    tx,
    rows.map(({ box_id }) => box_id),
  );
}

/** Gives up an import that was not taken over. */
export async function discardImport(tx: Transaction, scope: Scope, id: number): Promise<void> {
  await lockImport(tx, scope, id, ImportState.checked);
  await tx.deleteFrom("import_rows").where("import_id", "=", id).execute();
  const set = { state: ImportState.discarded, file: null, preview: "[]", errors: 0 };
  await tx.updateTable("imports").set(set).where("id", "=", id).execute();
}
