import { sql, type Updateable } from "kysely";
import type {
  createCustomer as CreateCustomer,
  editCustomer as EditCustomer,
} from "#contract/calls/customers/customers.ts";
import type { Body } from "#contract/route.ts";
import { chargedFields } from "#contract/schemas/customers/customers.ts";
import { postcodeProblem } from "#contract/fields/postcode.ts";
import { homeCountry } from "#rules/countries.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { say } from "#rules/texts/refusal-texts.ts";
import { takenCustomerCode } from "#rules/texts/texts.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { changedFields } from "#rules/access/audit/changed-fields.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { storeSpellings } from "#server/database/spellings/store-spellings.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import type { Tables } from "#server/database/tables.ts";
import { accessChanges } from "#server/features/access/audit/mutations.ts";
import { badInput, brokenConstraint, notFound, refuse } from "#server/http/errors.ts";
import { normalize, refuseOverwriting } from "#server/http/overwriting.ts";

/** Answers the new customer's id; without a code it gets the highest plus 1, or the lowest free one (product 2). */
export async function createCustomer(
  tx: Transaction,
  actor: Actor,
  body: Body<typeof CreateCustomer>,
): Promise<number> {
  const { code, user_ids, ...fields } = body;
  refuseWrongPostcode(fields);
  const customer = await tx
    .insertInto("customers")
    .values({ ...pickSent(fields), name: fields.name, code: code ?? (await nextCode(tx)) })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning(["id", "code"])
    .executeTakeFirst();
  if (!customer) throw badInput({ code: [takenCustomerCode] });
  await storeSpellings(tx, customer.id, ...wordsIn(fields));
  await record(tx, actor, { kind: AuditKind.customerCreated, customer: customer.code, meta: { about: fields.name } });
  if (user_ids) await assignUsers(tx, actor, customer, user_ids);
  return customer.id;
}

/** The highest code plus 1; once the last one is taken, the lowest that is free. */
async function nextCode(tx: Transaction): Promise<number> {
  await sql`lock table customers in share row exclusive mode`.execute(tx); // two without a code at the same moment
  const { rows } = await sql<{ next: number | null }>`
    select case when coalesce(max(code), 0) < ${maxCustomerCode}::int then coalesce(max(code), 0) + 1
      else (select min(free) from generate_series(0, ${maxCustomerCode}::int) free
        where not exists (select from customers where code = free)) end as next
    from customers`.execute(tx);
  const next = rows[0]?.next ?? null;
  if (next === null) throw badInput({ code: [refused.customerCodesUsedUp] });
  return next;
}

/** Whoever has not proved that it is them is refused at what gives access (`mayGive`), and at what says where invoices go and what they charge. */
interface Proof {
  readonly mayGive: () => void;
  readonly mayCharge: () => void;
}

/**
 * Changes the fields that were sent, and only those.
 * @throws a 400 for a field that somebody else has changed since the caller saw it (`before`).
 */
export async function editCustomer(
  tx: Transaction,
  actor: Actor,
  id: number,
  body: Body<typeof EditCustomer>,
  { mayGive, mayCharge }: Proof,
): Promise<void> {
  const { user_ids, before = {}, ...fields } = body;
  const now = await tx.selectFrom("customers").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!now) throw notFound();
  const set = pickSent(fields);
  refuseWrongPostcode({ ...now, ...set });
  const { may_invite } = set;
  if (may_invite !== undefined && may_invite !== now.may_invite) {
    mayGive();
    await record(tx, actor, {
      kind: AuditKind.rightsChanged,
      customer: now.code,
      meta: { right: "invites", from: now.may_invite, to: may_invite },
    });
  }
  refuseOverwriting(now, set, before);
  const changed = changedOf(now, set);
  if (Object.keys(chargedFields).some((field) => field in changed)) mayCharge();
  if (Object.keys(set).length > 0) {
    await update(tx, id, set);
    await storeSpellings(tx, id, ...wordsIn(set));
    const about = changedFields(labels, now, changed);
    if (about !== "") await record(tx, actor, { kind: AuditKind.customerChanged, customer: now.code, meta: { about } });
  }
  if (user_ids) await assignUsers(tx, actor, { ...now, ...set }, user_ids, { before: before.user_ids, mayGive });
}

/** @throws a 400 for a postcode that is none in the customer's country (specification 5) */
function refuseWrongPostcode(of: {
  readonly address_country?: string | undefined;
  readonly address_postcode?: string | undefined;
}): void {
  const problem = postcodeProblem(of.address_country ?? homeCountry, of.address_postcode ?? "");
  if (problem !== undefined) throw badInput({ address_postcode: [say("invalid", problem)] });
}

/** As the audit trail names what has changed. */
const labels = {
  name: "Name",
  code: "Kundennummer",
  notes: "Notizen",
  address_name: "Adresszeile",
  address_street: "Straße",
  address_postcode: "PLZ",
  address_city: "Ort",
  address_country: "Land",
  meter_price: "Meterpreis",
} as const;

/** Returns the words by which a customer's own users find the customer. */
const wordsIn = ({ name, address_name, address_street, address_city }: Updateable<Tables["customers"]>) =>
  [name, address_name, address_street, address_city].flatMap((text) => text ?? []);

/** The code only while it is on no box, which the database holds. */
async function update(tx: Transaction, id: number, set: Updateable<Tables["customers"]>): Promise<void> {
  try {
    await tx.updateTable("customers").set(set).where("id", "=", id).execute();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "customers_code_key") throw badInput({ code: [takenCustomerCode] });
    if (constraint === "boxes_customer_id_customer_code_fkey") throw badInput({ code: [refused.codeStays] });
    throw error;
  }
}

/** Returns those of the sent fields that differ from the present values. */
function changedOf<T extends object>(now: T, set: Partial<T>): Partial<T> {
  const isSame = (field: keyof T) =>
    field === "meter_price" ? Number(now[field]) === Number(set[field]) : normalize(now[field]) === set[field];
  return Object.fromEntries(Object.entries(set).filter(([field]) => !isSame(field as keyof T))) as Partial<T>;
}

/** Deletes a customer without boxes; delivery options and assignments go with it. */
export async function deleteCustomer(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const customer = await tx
    .selectFrom("customers")
    .select(["code", "name"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!customer) throw notFound();
  await record(tx, actor, { kind: AuditKind.customerDeleted, customer: customer.code, meta: { about: customer.name } });
  await record(tx, actor, ...accessChanges(customer.code, idsOf(await usersOf(tx, id)), []));
  try {
    await tx.deleteFrom("customers").where("id", "=", id).execute();
  } catch (error) {
    if (brokenConstraint(error) !== null) throw refuse(refused.customerHasBoxes);
    throw error;
  }
}

/** Makes these the customer's users, no others; all of them must be customer users. */
async function assignUsers(
  tx: Transaction,
  actor: Actor,
  { id, code }: { readonly id: number; readonly code: number },
  userIds: number[],
  { before, mayGive }: { readonly before?: number[] | undefined; readonly mayGive?: () => void } = {},
): Promise<void> {
  const userSet = sortedSet(userIds);
  const now = await usersOf(tx, id);
  if (idsOf(now).join() === userSet.join()) return;
  mayGive?.();
  if (before) refuseOverwritingUsers(now, userSet, sortedSet(before));
  await refuseUnknownUsers(tx, userSet);
  await record(tx, actor, ...accessChanges(code, idsOf(now), userSet));
  const removedUsers = idsOf(now).filter((user) => !userSet.includes(user));
  const addedUsers = userSet.filter((user) => !idsOf(now).includes(user));
  const those = tx.deleteFrom("customer_users").where("customer_id", "=", id);
  if (removedUsers.length > 0) await those.where("user_id", "in", removedUsers).execute();
  if (addedUsers.length === 0) return; // who stays keeps their rights
  const assignments = addedUsers.map((user_id) => ({ customer_id: id, user_id }));
  await tx.insertInto("customer_users").values(assignments).execute();
}

/** Locks the users, so that none of them joins the staff meanwhile. */
async function refuseUnknownUsers(tx: Transaction, wanted: number[]): Promise<void> {
  if (wanted.length === 0) return;
  const users = tx.selectFrom("users").select("id").where("id", "in", wanted).where("is_staff", "=", false);
  const existingUsers = await users.orderBy("id").forShare().execute();
  if (existingUsers.length < wanted.length) throw badInput({ user_ids: [refused.unknownCustomerUser] });
}

const sortedSet = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b);

type CustomerUser = { readonly id: number; readonly email: string };

const idsOf = (users: readonly CustomerUser[]) => users.map(({ id }) => id);

/** The users who may see the customer, by id. */
function usersOf(tx: Transaction, customerId: number): Promise<CustomerUser[]> {
  return tx
    .selectFrom("customer_users")
    .innerJoin("users", "users.id", "customer_users.user_id")
    .select(["users.id", "email"])
    .where("customer_id", "=", customerId)
    .orderBy("users.id")
    .execute();
}

function refuseOverwritingUsers(now: readonly CustomerUser[], wanted: number[], before: number[]): void {
  const current = idsOf(now).join();
  if (current === before.join() || current === wanted.join()) return;
  throw badInput({ user_ids: [refused.changedMeanwhile(now.map(({ email }) => email).join(", "))] });
}
