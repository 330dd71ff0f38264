import { sql } from "kysely";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import { amountSum } from "#rules/billing/decimal.ts";
import { collectionDay } from "#rules/billing/direct-debit/bank-days.ts";
import { nameWithoutLetters, nothingToCollect } from "#rules/texts/billing-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { unknownNumber } from "#server/database/billing/restored-numbers.ts";
import { openDebits } from "#server/database/billing/open-debits.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import { isWritable } from "#server/exports/latin-letters.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Days {
  readonly until: string;
  /** The first one on which the bank can debit (`firstCollectionDay`). */
  readonly first: string;
}

interface DueInvoice {
  id: number;
  number: string;
  name: string;
  due: string;
  gross: string;
}

const dueInvoice = selectList<DueInvoice>({
  ...fromTable("i", "id", "number", "due"),
  name: sql`i.snapshot #>> '{buyer,name}'`,
  gross: sql`i.gross::text`,
});

/** Takes the invoices that are to be collected until a day into a new file (days `YYYY-MM-DD`); answers its id. @throws a 400 where there is none, and where of a name nothing is left in Latin letters */
export async function createDebitFile(tx: Transaction, actor: Actor, { until, first }: Days): Promise<number> {
  const unknown = await unknownNumber(readerIn(tx), "debit_file", null);
  if (unknown) throw refuse(unknown);
  const made = tx.insertInto("debit_files").values({ user_id: actor.userId ?? 0 });
  const { id } = await made.returning("id").executeTakeFirstOrThrow();
  await sql`
    select from customers where id in (select i.customer_id from invoices i where ${openDebits(until)}) order by id for share`.execute(
    tx,
  ); // who cancels meanwhile is waited for, and what is cancelled is not read below
  const { rows: open } = await sql<DueInvoice>`
    select ${dueInvoice} from invoices i where ${openDebits(until)} order by i.id`.execute(tx);
  const unwritable = open.find(({ name }) => !isWritable(name));
  if (unwritable) throw refuse(nameWithoutLetters(unwritable.number, unwritable.name));
  const days = open.map(({ id: invoice_id, due }) => ({ invoice_id, collect_on: collectionDay(due, first) }));
  const { rows: taken } = await sql<{ invoice_id: number }>`
    insert into debited_invoices (invoice_id, file_id, collect_on)
    select d.invoice_id, ${id}::int, d.collect_on from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) d(invoice_id int, collect_on date)
    on conflict do nothing returning invoice_id`.execute(tx); // another file may take one at the same time
  if (taken.length === 0) throw refuse(nothingToCollect);
  const ids = new Set(taken.map(({ invoice_id }) => invoice_id));
  await record(tx, actor, {
    kind: AuditKind.debitsCollected,
    meta: {
      about: aboutOf(
        id,
        open.filter((invoice) => ids.has(invoice.id)).map(({ gross }) => gross),
      ),
    },
  });
  return id;
}

const aboutOf = (id: number, amounts: readonly string[]): string => {
  const counted = amounts.length === 1 ? "eine Rechnung" : `${amounts.length} Rechnungen`;
  return `Datei ${id}, ${counted}, ${showPrice(amountSum(amounts))}`;
};

/** Takes a file back: its invoices are to be collected again, and keep that they stood in it. @throws 404 */
export async function deleteDebitFile(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const file = tx.selectFrom("debit_files").select("id").where("id", "=", id).forUpdate();
  if (!(await file.executeTakeFirst())) throw notFound();
  const { rows } = await sql<{ gross: string }>`
    select i.gross::text from debited_invoices d join invoices i on i.id = d.invoice_id where d.file_id = ${id}::int`.execute(
    tx,
  );
  await sql`
    insert into debits_taken_back (invoice_id, file_id, created, collect_on)
    select d.invoice_id, f.id, f.created, d.collect_on from debit_files f join debited_invoices d on d.file_id = f.id where f.id = ${id}::int`.execute(
    tx,
  );
  await tx.deleteFrom("debit_files").where("id", "=", id).execute();
  const about = aboutOf(
    id,
    rows.map(({ gross }) => gross),
  );
  await record(tx, actor, { kind: AuditKind.debitsTakenBack, meta: { about } });
}
