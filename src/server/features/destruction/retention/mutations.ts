import { sql } from "kysely";
import type {
  applyRetention,
  changeKeeper as ChangeKeeper,
  createRetentionClass,
} from "#contract/calls/destruction/retention.ts";
import type { Body } from "#contract/route.ts";
import { showDate } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { lastDay } from "#server/database/boxes/box-period.ts";
import { sqlOf } from "#server/database/retention/box-target.ts";
import { endChanges, refreshEnds } from "#server/database/retention/ends.ts";
import { boxTarget, type NamedBoxes } from "#server/http/named-boxes.ts";
import { badInput, refuse } from "#server/http/errors.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Statement about boxes: a class, the day from which it counts, or a day that stands instead of all that is computed. */
export interface Assignment extends NamedBoxes {
  readonly customer: number;
  /** Null takes the class away. */
  readonly retentionClass?: number | null | undefined;
  /** Null counts from the end of the box's own period or year, nothing from the day of before, if there is one. */
  readonly begins?: string | null | undefined;
  readonly until?: string | null | undefined;
  readonly reason?: string | undefined;
  /** `YYYY-MM-DD`, in Berlin. */
  readonly today: string;
}

const begin = (day: string | null | undefined) => (day ? `, ab ${showDate(day)}` : "");

/** Says of boxes how long they are kept; answers how many there are, and of how many the end moved. */
export async function assignRetention(tx: Transaction, userId: number, asked: Assignment) {
  const { customer, boxes, retentionClass, begins, until, reason = "", today } = asked;
  const which = sqlOf(boxTarget(asked), customer, "b");
  if (retentionClass === undefined && begins === undefined && until === undefined)
    throw refuse(refused.nothingToChange);
  if (begins && begins > today) throw badInput({ begins: [refused.futureDate] });
  if (until && reason === "") throw badInput({ reason: [refused.reasonMissing] });
  const existingCustomer = await tx.selectFrom("customers").select("id").where("id", "=", customer).executeTakeFirst();
  if (!existingCustomer) throw badInput({ customer: [refused.unknownCustomer] });
  const name = retentionClass ? await classNamed(tx, customer, retentionClass) : "ohne Klasse";
  const living = sql`${which} and b.state <> 6`;
  await sql`select from boxes b where ${living} order by id for update`.execute(tx);
  const { numAffectedRows = 0n } = await sql`update boxes b set ${setOf(asked)} where ${living}`.execute(tx);
  if (boxes && Number(numAffectedRows) < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  const text = [retentionClass === undefined ? "" : `${name}${begin(begins)}`, until ? reason : ""].filter(Boolean);
  const changedCount = await refreshEnds(tx, {
    userId,
    which,
    text: text.join("; ") || `ab ${begins ? showDate(begins) : "Jahrgang"}`,
  });
  return { boxes: Number(numAffectedRows), changed: changedCount };
}

/** A day that is not said is the one that was said before, or the end of the box's own period or year. */
function setOf({ retentionClass, begins, until, reason }: Assignment) {
  const before = begins === undefined ? sql`b.retention_from` : sql`${begins}::date`;
  return sql.join([
    sql`retention_from = coalesce(${before}, ${lastDay(sql`b.period_from`, sql`b.period_to`, sql`b.meta_year`)})`,
    ...(retentionClass === undefined ? [] : [sql`retention_class_id = ${retentionClass}::bigint`]),
    ...(until === undefined
      ? []
      : [
          sql`retention_override_until = ${until}::date`,
          sql`retention_override_reason = ${until === null ? null : reason}::text`,
        ]),
  ]);
}

/** The name of a class that papers of this customer may have. @throws a 400 where it is not one of theirs or the law's */
export async function classNamed(tx: Transaction, customer: number, id: number): Promise<string> {
  const currentClass = await tx
    .selectFrom("retention_classes")
    .select("name")
    .where("id", "=", id)
    .where((is) => is.or([is("customer_id", "is", null), is("customer_id", "=", customer)]))
    .executeTakeFirst();
  if (!currentClass) throw badInput({ retention_class: [refused.unknownClass] });
  return currentClass.name;
}

/** A class of a customer's own, with its one rule; answers its id. */
export async function createClass(
  tx: Transaction,
  { customer, agreed_by, name, begins, personal, basis, ...period }: Body<typeof createRetentionClass>,
  today: string,
): Promise<number> {
  const owner = await tx
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customer)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!owner) throw badInput({ customer: [refused.unknownCustomer] });
  if (period.years === 0 && period.months === 0) throw badInput({ years: [refused.noPeriod] });
  const { rows } = await sql<{ id: number }>`
    insert into retention_classes (id, key, customer_id, name, begins, personal, tax, default_level, agreed_by)
    select 1 + floor(random() * 2147483646)::int, 'eigen-' || count(*) + 1, ${owner.id}::bigint, ${name}, ${begins}, ${personal}, false,
      ${defaultLevel}::smallint, ${agreed_by}
    from retention_classes where customer_id = ${owner.id}::bigint returning id`.execute(tx); // by lot, as holds
  const class_id = rows[0]?.id ?? 0;
  const ruleSource = { source: agreed_by, checked_on: today, valid_from: null, valid_to: null };
  await tx
    .insertInto("retention_rules")
    .values({ class_id, basis, ...ruleSource, ...period })
    .execute();
  return class_id;
}

const defaultLevel = 4; // DIN 66399: papers with names in them

/** Changes what of a customer decides which law counts, and with it the ends of its boxes; answers how many moved. */
export async function changeKeeper(
  tx: Transaction,
  userId: number,
  { customer, finance_supervised, audit_open_from }: Body<typeof ChangeKeeper>,
) {
  if (finance_supervised === undefined && audit_open_from === undefined) throw refuse(refused.nothingToChange);
  const currentClass = await tx
    .selectFrom("customers")
    .select(["finance_supervised", "audit_open_from"])
    .where("id", "=", customer)
    .forUpdate() // whoever destroys waits
    .executeTakeFirst();
  if (!currentClass) throw badInput({ customer: [refused.unknownCustomer] });
  const next = {
    finance_supervised: finance_supervised ?? currentClass.finance_supervised,
    audit_open_from: audit_open_from === undefined ? currentClass.audit_open_from : audit_open_from,
  };
  await tx.updateTable("customers").set(next).where("id", "=", customer).execute();
  if (next.finance_supervised === currentClass.finance_supervised) return { ...next, changed: 0 };
  const text = next.finance_supervised ? "Finanzaufsicht" : "keine Finanzaufsicht";
  const changedCount = await refreshEnds(tx, { userId, which: sql`b.customer_id = ${customer}::bigint`, text });
  return { ...next, changed: changedCount };
}

interface LawChange {
  readonly customer: { readonly id: number; readonly code: number; readonly name: string };
  readonly due_before: number;
  readonly due_after: number;
  readonly earlier: number;
  readonly later: number;
  readonly other: number;
  readonly years: number;
}

type MovedEnds = Omit<LawChange, "customer" | "due_before" | "due_after"> & { due: number };

/** Applies the newest law to the boxes of customers for whom it was not yet, or says what would change; each in the order of their codes. */
export async function applyLaw(
  tx: Transaction,
  userId: number,
  { customer, dry_run: isDry }: Body<typeof applyRetention>,
  year: number,
): Promise<{ version: number; results: LawChange[] }> {
  const { rows: newest } = await sql<{ version: number }>`
    select coalesce(max(version), 1) as version from retention_rules`.execute(tx);
  const version = newest[0]?.version ?? 1;
  const behind = tx
    .selectFrom("customers")
    .select(["id", "code", "name"])
    .where("retention_version", "<", version)
    .orderBy("code");
  const owners = await (customer ? behind.where("id", "=", customer) : behind).execute();
  const results: LawChange[] = [];
  const first = `${year}-01-01`;
  for (const owner of owners) {
    const which = sql`b.customer_id = ${owner.id}::bigint`;
    const { rows } = await sql<MovedEnds>`
      select ${selectList<MovedEnds>({
        earlier: sql`(count(*) filter (where new_end < old_end))::int`,
        later: sql`(count(*) filter (where new_end > old_end))::int`,
        other: sql`(count(*) filter (where (new_end is null) <> (old_end is null)))::int`,
        years: sql`(count(*) filter (where new_year is distinct from old_year))::int`,
        due: sql`(count(*) filter (where new_end < ${first}::date) - count(*) filter (where old_end < ${first}::date))::int`,
      })}
      from (${endChanges({ which, version })}) c`.execute(tx);
    const { due = 0, ...counts } = rows[0] ?? {};
    const before = await dueIn(tx, owner.id, year);
    results.push({ customer: owner, ...none, ...counts, due_before: before, due_after: before + due });
    if (isDry) continue;
    await refreshEnds(tx, { userId, which, version, text: "Gesetzesänderung" });
    await tx.updateTable("customers").set({ retention_version: version }).where("id", "=", owner.id).execute();
  }
  return { version, results };
}

const none = { earlier: 0, later: 0, other: 0, years: 0 };

/** Counts the boxes of a customer that may be destroyed in a year, as far as their terms are concerned. */
async function dueIn(tx: Transaction, customer: number, year: number): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from boxes
    where customer_id = ${customer}::bigint and state <> 6 and retain_until < make_date(${year}::int, 1, 1)`.execute(
    tx,
  );
  return rows[0]?.due ?? 0;
}
