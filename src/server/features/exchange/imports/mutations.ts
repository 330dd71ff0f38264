import { createHash } from "node:crypto";
import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { maxOpenImports, usualSize } from "#contract/limits.ts";
import { ownList } from "#contract/sheets/own-list.ts";
import {
  guessColumns,
  type ImportField,
  importFields,
  labelOf,
  type Mapping,
  duplicateMapping,
  namesBoxes,
  placeFields,
} from "#rules/exchange/imports/columns.ts";
import { type LayoutSaid, layoutOf, explicitLayout } from "#rules/exchange/imports/layout.ts";
import { ImportState, importStateText } from "#rules/exchange/imports/import-state.ts";
import type { CellText } from "#rules/exchange/imports/corrections.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { importErrorSentence } from "#rules/exchange/imports/rows-together.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type AcceptedList, acceptList, ranges, readInTurn } from "#server/box-lists/accepted-list.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { commitPlan } from "#server/database/imports/import-commit.ts";
import { changedSince } from "#server/database/imports/import-digest.ts";
import { correctCells, cellsToCorrect, correctionsOf } from "#server/database/imports/corrections.ts";
import { forgetCheck, recordCheck } from "#server/database/imports/import-check.ts";
import { planCounts, type PlannedImport, firstPlanError, planImport } from "#server/database/imports/import-plan.ts";
import { rememberedColumns } from "#server/database/imports/remembered-columns.ts";
import { giveUpImports, mayStore, openImports } from "#server/database/imports/open-imports.ts";
import {
  chargedSince,
  heldAmong,
  type InTheWay,
  lockImported,
  touchedSince,
  undoBoxes,
} from "#server/database/imports/import-undo.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

/** Returns the fields of a list that its sender may state: places are the archive's. */
const allowedFields = ({ isStaff }: Scope): readonly ImportField[] =>
  isStaff ? importFields : importFields.filter((field) => !placeFields.includes(field));

/** An import that the caller may change, locked. @throws a 404 where it is not theirs to see, a 400 where its state forbids it */
async function lockImport(tx: Transaction, scope: Scope, id: number, state: ImportState) {
  const current = await tx
    .selectFrom("imports")
    .select(["id", "customer_id", "by_customer", "state", "checked", "errors", "heads", "mapping", "run"])
    .select([
      "file_sha256",
      "total",
      "sheet",
      "sheets",
      "head_row",
      "separator",
      "encoding",
      "year_end",
      "warnings",
      "left_out",
    ])
    .select((is) => is("plan", "is not", null).as("is_shown")) // a version before it checked and kept nothing of it
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!current || !isSeen(scope, current)) throw notFound();
  if (!(await mayStore(tx, scope, current.customer_id))) throw refuse(refused.noRight);
  if (current.state !== state) throw refuse(refused.importState(importStateText[current.state]));
  return current;
}

const isSeen = (scope: Scope, { customer_id, by_customer }: { customer_id: number; by_customer: boolean }) =>
  scope.isStaff || (by_customer && scope.customerIds.includes(customer_id));

/** Returns the plan of an import; `toDo` is set where it is carried out at once. */
const planOf = (found: { id: number; customer_id: number; by_customer: boolean }, toDo: boolean): PlannedImport => ({
  id: found.id,
  customerId: found.customer_id,
  byCustomer: found.by_customer,
  usualSize,
  toDo,
});

/**
 * A list that was sent in as it reads in another layout, before anything of it is kept; nothing where it is read so already. In another sheet
 * and between other signs the head is found anew.
 */
export async function acceptLayout(
  ...[db, scope, id, said, gone]: [Database, Scope, number, LayoutSaid, AbortSignal]
): Promise<AcceptedList | undefined> {
  const layout = explicitLayout(said);
  if (Object.keys(layout).length === 0) return undefined;
  const current = await db.write(async (tx) => {
    const before = await lockImport(tx, scope, id, ImportState.checked);
    const importFile = await tx.selectFrom("imports").select("file").where("id", "=", id).executeTakeFirst();
    return { ...before, file: importFile?.file ?? null };
  });
  if (layout.sheet && !current.sheets.includes(layout.sheet)) throw badInput({ sheet: [refused.unknownSheet] });
  const before = layoutOf(current);
  if (Object.entries(layout).every(([name, value]) => before[name as keyof typeof before] === value)) return undefined;
  return acceptList(scope, current.file, { ...before, head_row: null, ...layout }, gone);
}

/** Returns what is kept of a list as it was read, with its columns as they are probably meant. */
async function columnsOf(tx: Transaction, scope: Scope, customer: number, { list, isOwn }: Omit<AcceptedList, "file">) {
  const columnMemory = isOwn ? new Map<string, null>() : await rememberedColumns(tx, customer);
  const { heads, amounts, samples, total, sheets, hidden } = list;
  const mapping = [...guessColumns(list, columnMemory, allowedFields(scope))];
  const columns = { heads: [...heads], amounts: [...amounts], samples: JSON.stringify(samples), mapping };
  return { ...columns, total, hidden, sheets: [...sheets], corrections: "[]", ...layoutOf(list) };
}

/** Refuses a caller who may not import for a customer. @throws a 400 that says why not */
async function refuseUnlessTheirs(tx: Transaction, scope: Scope, customer: number): Promise<void> {
  const existingCustomer = await tx.selectFrom("customers").select("id").where("id", "=", customer).executeTakeFirst();
  if (!existingCustomer || (!scope.isStaff && !scope.customerIds.includes(customer)))
    throw badInput({ customer: [refused.unknownCustomer] });
  if (!(await mayStore(tx, scope, customer))) throw refuse(refused.noRight);
}

/** Before anything of a list is read: reading takes a processor for seconds. @throws a 400 for who may not send it in, or has sent in too many */
export async function admitImport(tx: Transaction, scope: Scope, customer: number): Promise<void> {
  await refuseUnlessTheirs(tx, scope, customer);
  await sql`select from users where id = ${scope.userId}::bigint for no key update`.execute(tx); // or two at once would pass the limit
  const most = scope.isStaff ? maxOpenImports.staff : maxOpenImports.user;
  const { ofUser, ofCustomer } = await openImports(tx, scope.userId, customer);
  if (ofUser >= most) throw refuse(refused.tooManyImports(most));
  if (ofCustomer >= maxOpenImports.customer) throw refuse(refused.tooManyImportsOf(maxOpenImports.customer));
}

interface NewImport extends AcceptedList {
  readonly customer: number;
  readonly name: string;
}

/** Keeps a list that was sent in, with its columns as they are probably meant; answers its number. */
export async function createImport(tx: Transaction, scope: Scope, given: NewImport): Promise<number> {
  const { customer, name, file } = given;
  await admitImport(tx, scope, customer);
  const { id } = await tx
    .insertInto("imports")
    .values({
      customer_id: customer,
      user_id: scope.userId,
      by_customer: !scope.isStaff,
      name,
      file,
      file_sha256: createHash("sha256").update(file).digest(),
      ...(await columnsOf(tx, scope, customer, given)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Statements about a list as a whole. */
interface CheckRequest {
  readonly mapping?: Mapping | undefined;
  readonly year_end?: boolean | undefined;
  /** Area that each name means; null where it means none. */
  readonly areas?: readonly { readonly name: string; readonly area: number | null }[] | undefined;
  /** Texts of cells, instead of those that they have. */
  readonly corrections?: readonly CellText[] | undefined;
}

/** Says what the columns are, what a year alone is, which areas are meant, or how it is laid out (`other`); the list must be checked again. */
export async function mapImport(
  tx: Transaction,
  scope: Scope,
  id: number,
  said: CheckRequest,
  other?: AcceptedList,
): Promise<void> {
  const current = await lockImport(tx, scope, id, ImportState.checked);
  const columns = other && (await columnsOf(tx, scope, current.customer_id, other));
  const { mapping, year_end, areas, corrections } = said;
  if (mapping) refuseColumns(scope, mapping, columns ?? current);
  if (areas) await nameAreas(tx, scope, id, areas);
  if (corrections && !other) await correct(tx, scope, current, corrections);
  await forgetCheck(tx, id, {
    ...columns,
    ...(mapping && { mapping: [...mapping] }),
    ...(year_end !== undefined && { year_end }),
  });
}

const correctionKey = ({ row, column, text }: CellText) => `${row} ${column} ${text}`;
type LockedImport = Awaited<ReturnType<typeof lockImport>>;

/** Keeps the corrections of cells in which something is wrong. @throws a 400 for other cells, and for too many */
async function correct(tx: Transaction, scope: Scope, current: LockedImport, corrections: readonly CellText[]) {
  const { id, checked, mapping } = current;
  const kept = new Set((await correctionsOf(tx, id)).map(correctionKey));
  const fresh = corrections.filter((each) => !kept.has(correctionKey(each)));
  if (fresh.length === 0) return; // sent back as it was read
  if (checked === null) throw refuse(refused.notChecked);
  const cells = await cellsToCorrect(tx, id, mapping, fresh);
  if (cells.length < fresh.length) throw badInput({ corrections: [refused.cellWithoutError] });
  const count = await correctCells(tx, id, scope.userId, cells);
  if (count > listLimits.corrections)
    throw badInput({ corrections: [refused.tooManyCorrections(listLimits.corrections)] });
}

/** Keeps which areas are meant by names that none has. */
async function nameAreas(tx: Transaction, { isStaff }: Scope, id: number, areas: NonNullable<CheckRequest["areas"]>) {
  if (!isStaff) throw badInput({ areas: [refused.archiveColumn(labelOf("area"))] });
  const areaNames = Object.fromEntries(areas.map(({ name, area }) => [name, area]));
  const areaIds = areas.flatMap(({ area }) => area ?? []);
  const existingAreas = await tx
    .selectFrom("areas")
    .select("id")
    .where("id", "in", [0, ...areaIds])
    .execute();
  if (existingAreas.length < new Set(areaIds).size) throw badInput({ areas: [refused.unknownArea] });
  await sql`
    update imports set areas = jsonb_strip_nulls(areas || ${JSON.stringify(areaNames)}::jsonb) where id = ${id}::int`.execute(
    tx,
  );
}

function refuseColumns(scope: Scope, mapping: Mapping, { heads }: { heads: readonly string[] }): void {
  if (mapping.length !== heads.length) throw badInput({ mapping: [refused.otherColumns] });
  const twice = duplicateMapping(mapping);
  if (twice) throw badInput({ mapping: [refused.mappedTwice(labelOf(twice))] });
  const foreign = mapping.find((field) => field !== null && !allowedFields(scope).includes(field));
  if (foreign) throw badInput({ mapping: [refused.archiveColumn(labelOf(foreign))] });
}

/** Reads the whole list, its rows kept batch by batch; answers the run that `endCheck` ends. */
export async function checkRows(
  ...[db, scope, id, today, gone]: [Database, Scope, number, string, AbortSignal]
): Promise<number> {
  const { file, heads, mapping, customerCode, run, year_end, corrected, ...kept } = await db.write(async (tx) => {
    const current = await lockImport(tx, scope, id, ImportState.checked);
    const own = ownList(current);
    if (own && !own.hasBoxes) throw badInput({ file: [unreadable.ownList(own.name)] });
    if (!namesBoxes(current.mapping)) throw badInput({ mapping: [refused.noBoxColumn] });
    await forgetCheck(tx, id);
    const { rows } = await sql<{ file: Buffer; customerCode: number }>`
      select file, c.code as "customerCode" from imports i join customers c on c.id = i.customer_id where i.id = ${id}::int`.execute(
      tx,
    );
    return {
      ...current,
      corrected: await correctionsOf(tx, id),
      ...(rows[0] ?? { file: Buffer.alloc(0), customerCode: 0 }),
      run: current.run + 1,
    };
  });
  const reading = { mapping, customerCode, ranges, yearEnd: year_end, today };
  const take = (rows: string, count: number) => db.write((tx) => keepRows(tx, { id, run }, rows, count));
  const list = await readInTurn(
    scope,
    gone,
    { file, layout: layoutOf(kept), reading, corrections: corrected },
    { take },
  );
  // it was sent in to a version that read another sheet
  if (JSON.stringify(list.heads) !== JSON.stringify(heads)) throw badInput({ file: [refused.readOtherwise] });
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
  const current = await lockImport(tx, scope, id, ImportState.checked);
  if (current.run !== run) throw refuse(refused.checkStopped);
  const plan = planOf(current, false);
  await recordCheck(tx, plan);
  await notifyCustomer(tx, plan.customerId, { mail: "importDone", id }, id);
}

/** Confirmations of a user who has a list taken over. */
interface Yes {
  /** That the same file may come again. */
  readonly again: boolean;
  /** That what the check warned of is meant so. */
  readonly confirmed?: boolean | undefined;
  /** Number of wrong rows that are left out. */
  readonly left_out?: number | undefined;
  /** The check whose preview they have seen. */
  readonly checked?: string | undefined;
}

/** Refuses a list that is not checked, or with errors of which nobody said that their rows are left out. */
function refuseErrors(
  { errors, ...current }: { errors: number; left_out: number; is_shown: unknown },
  left_out: number | undefined,
): void {
  if (errors === 0 && !current.is_shown) throw refuse(refused.notChecked);
  if (errors === 0 && (left_out ?? 0) === 0) return;
  if (left_out === undefined) throw refuse(refused.importErrors(errors));
  if (current.left_out === 0 || left_out !== current.left_out) throw refuse(refused.checkAgain); // a version before it left out none
}

/** Takes a checked list over, but for what is left out all of it or nothing, and nothing else than what its preview showed. */
export async function commitImport(tx: Transaction, scope: Scope, id: number, yes: Yes): Promise<void> {
  const current = await lockImport(tx, scope, id, ImportState.checked);
  if (current.checked === null) throw refuse(refused.notChecked);
  refuseErrors(current, yes.left_out);
  if (yes.checked !== undefined && Date.parse(yes.checked) !== Date.parse(current.checked))
    throw refuse(refused.checkAgain);
  if (current.warnings > 0 && !yes.confirmed) throw badInput({ confirmed: [refused.importWarnings(current.warnings)] });
  const plan = planOf(current, true);
  await tx.selectFrom("customers").select("id").where("id", "=", plan.customerId).forNoKeyUpdate().execute();
  await refuseAgain(tx, plan, current.file_sha256, yes.again);
  await sql`
    select from boxes where customer_id = ${plan.customerId}::bigint
      and number in (select (values->>'number')::int from import_rows where import_id = ${id}::int and not left_out) order by id for update`.execute(
    tx,
  );
  await planImport(tx, plan);
  refuseInTheWay(await changedSince(tx, plan), refused.importOtherwise);
  const { rows } = await firstPlanError(plan).execute(tx);
  const [wrong] = rows;
  if (wrong) throw refuse(refused.importNoMore(importErrorSentence(wrong.row, wrong)));
  await commitPlan(tx, scope.userId, plan);
  await sql`
    update imports set state = ${ImportState.committed}::smallint, committed = now(), committed_by = ${scope.userId}::bigint, file = null, plan = null,
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
  const current = await lockImport(tx, scope, id, ImportState.committed);
  await tx.selectFrom("customers").select("id").where("id", "=", current.customer_id).forNoKeyUpdate().execute();
  await lockImported(tx, id);
  refuseInTheWay(await touchedSince(tx, id), refused.importMovedOn);
  refuseInTheWay(await chargedSince(tx, id), refused.importCharged);
  const heldBoxes = await heldAmong(tx, id);
  if (heldBoxes) throw refuse(refused.boxHeld(showBoxCode(heldBoxes.code), heldBoxes.why));
  await undoBoxes(tx, scope.userId, id);
  await sql`
    update imports set state = ${ImportState.undone}::smallint, undone = now(), undone_by = ${scope.userId}::bigint where id = ${id}::int`.execute(
    tx,
  );
}

function refuseInTheWay({ codes, count }: InTheWay, why: typeof refused.importMovedOn): void {
  if (count > 0) throw refuse(why(codes.map(showBoxCode), count));
}

/** Gives up an import that was not taken over. */
export async function discardImport(tx: Transaction, scope: Scope, id: number): Promise<void> {
  await lockImport(tx, scope, id, ImportState.checked);
  await giveUpImports(tx, [id]);
}
