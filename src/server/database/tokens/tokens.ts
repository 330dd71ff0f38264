import { type RawBuilder, sql } from "kysely";
import { companySessionHours } from "#rules/access/company-person.ts";
import { confirmedMinutes, workingDayHours } from "#rules/access/users.ts";
import type { Reader, Sql, Transaction } from "#server/database/database.ts";
import { Desk } from "./desk.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Owner of a living token, and what the owner may see. */
export interface TokenUser {
  readonly id: number;
  readonly is_staff: boolean;
  /** True where the user may make users and give rights. */
  readonly manages_users: boolean;
  /** True where the user proved their identity within the last minutes of this session. */
  readonly confirmed: boolean;
  readonly confirmed_today: boolean;
  readonly init_password: boolean;
  /** True where the user must have a second factor, and has none. */
  readonly lacks_factor: boolean;
  /** True where the token's last use should be noted again. */
  readonly stale: boolean;
  readonly customers: readonly string[];
  /** Cost centres that the user sees, by customer, as text; null where the user sees all. */
  readonly department: string | null;
}

/** SQL for what a user `u` sees where that is not all of a customer. */
export const departmentOf = sql<string | null>`(
  select jsonb_agg(jsonb_build_array(customer_id, cost_centres) order by customer_id)::text
  from customer_users where user_id = u.id and cost_centres is not null)`;

/** A token ends when it was not used for 30 days, and 90 days after the sign-in (product 8), whatever else is set. */
const isLiving = (token: Sql) =>
  sql`${token}.used > now() - interval '30 days' and ${token}.created > now() - interval '90 days'`;
const isStale = (token: Sql) => sql<boolean>`${token}.used < now() - interval '1 hour'`; // so that reading writes once an hour at most

/** Minutes, of staff and of customers' users. */
interface ByRole {
  readonly staff: number;
  readonly others: number;
}

/** The group of users that must have a second factor. */
type FactorFor = "nobody" | "staff" | "all";

/** Rules of an operator for sessions: they end after that time without use, and that long after the sign-in. */
export interface SessionRules {
  readonly factorFor: FactorFor;
  readonly idle: ByRole;
  readonly longest: ByRole;
}

const day = 24 * 60;
export const usualRules: SessionRules = {
  factorFor: "nobody",
  idle: { staff: 30 * day, others: 30 * day },
  longest: { staff: 90 * day, others: 90 * day },
};

/** Returns SQL that says whether a token `t` of the user `u` lives by the rules. */
const livesBy = ({ idle, longest }: SessionRules) => sql`
  ${isLiving(sql`t`)}
  and t.used > now() - make_interval(mins => case when u.is_staff then ${idle.staff}::int else ${idle.others}::int end)
  and t.created > now() - make_interval(mins => case when u.is_staff then ${longest.staff}::int else ${longest.others}::int end)
  and (not t.by_company or t.created > now() - make_interval(hours => ${sql.lit(companySessionHours)}))`;

type FoundUser = TokenUser & { readonly hash: Buffer };

const foundUser = (factorFor: Sql) =>
  selectList<FoundUser>({
    ...fromTable("u", "id", "is_staff"),
    hash: "t.hash",
    manages_users: sql`u.is_staff and u.manages_users`,
    init_password: sql`u.init_password and not t.by_company`,
    stale: isStale(sql`t`),
    confirmed: sql`t.confirmed_at > now() - make_interval(mins => ${sql.lit(confirmedMinutes)})`,
    confirmed_today: sql`t.confirmed_at > now() - make_interval(hours => ${sql.lit(workingDayHours)})`,
    lacks_factor: sql`case when not t.by_company and (${factorFor} = 'all' or ${factorFor} = 'staff' and u.is_staff)
      then not exists (select from second_factors where user_id = u.id and confirmed is not null) else false end`,
    customers: sql`coalesce((select array_agg(customer_id order by customer_id) from customer_users
      where user_id = u.id), '{}')`,
    department: departmentOf,
  });

const usersOfLivingTokens = (hashes: readonly Buffer[], rules: SessionRules, user: Sql) => sql<FoundUser>`
  select ${user}
  from (select * from tokens where hash = any(${hashes})) t join users u on u.id = t.user_id
  where u.active and ${livesBy(rules)}`;

const desks = new WeakMap<Reader, Map<SessionRules, Desk<TokenUser>>>();

function newDesk(db: Reader, rules: SessionRules): Desk<TokenUser> {
  const user = foundUser(sql`${rules.factorFor}::text`);
  return new Desk((hashes) => db.list("users-of-tokens", usersOfLivingTokens(hashes, rules, user)));
}

function deskOf(db: Reader, rules: SessionRules): Desk<TokenUser> {
  const ofDb = desks.get(db) ?? new Map<SessionRules, Desk<TokenUser>>();
  desks.set(db, ofDb);
  const desk = ofDb.get(rules) ?? newDesk(db, rules);
  ofDb.set(rules, desk);
  return desk;
}

/** The living tokens of a user as `t`, for a query of its own, to stand behind `from`. */
export function livingTokens(userId: number, rules: SessionRules): RawBuilder<unknown> {
  return sql`(select t.* from tokens t join users u on u.id = t.user_id where t.user_id = ${userId} and ${livesBy(rules)}) t`;
}

/** The user of a living token; undefined where it is dead or unknown. The one query without a scope: it is what scopes are made from. */
export function userOfToken(db: Reader, hash: Buffer, rules: SessionRules): Promise<TokenUser | undefined> {
  return deskOf(db, rules).ask(hash);
}

/** Notes that a stale token is used now; many calls at once note it once. */
export async function noteTokenUse(tx: Transaction, hash: Buffer): Promise<void> {
  const stale = isStale(sql`tokens`);
  await tx.updateTable("tokens").set({ used: sql`now()` }).where("hash", "=", hash).where(stale).execute();
}

/** Notes that whoever holds a token has proved that it is them; answers until when that counts. */
export async function noteConfirmation(tx: Transaction, hash: Buffer): Promise<string> {
  const until = sql<string>`confirmed_at + make_interval(mins => ${confirmedMinutes})`.as("until");
  const note = tx.updateTable("tokens").set({ confirmed_at: sql`now()` }).where("hash", "=", hash).returning(until);
  return (await note.executeTakeFirstOrThrow()).until;
}

/** Where and with what somebody signs in. */
export interface SignIn {
  readonly address: string;
  /** Name that the user's program gives itself. */
  readonly agent: string;
  /** True where the user has signed in before, and never from there. */
  readonly isNew?: boolean;
  /**
   * True where the company's sign-in has named the user. It has asked for what it wants of the user, so neither a first password nor a second factor
   * is asked for.
   */
  readonly byCompany?: boolean;
}

const agentLength = 400; // characters; what distinguishes browsers stands in the first hundred

/** Keeps a new token of a user, whose dead ones go. */
export async function keepToken(tx: Transaction, hash: Buffer, userId: number, from: SignIn): Promise<void> {
  await tx.deleteFrom("tokens").where("user_id", "=", userId).where(isDead).execute();
  const { address, agent, isNew = false, byCompany = false } = from;
  await tx
    .insertInto("tokens")
    .values({
      hash,
      user_id: userId,
      address,
      agent: agent.slice(0, agentLength),
      is_new: isNew,
      by_company: byCompany,
    })
    .execute();
}

const mostSessions = 20; // of one user

/** Ends the sessions of a user that were not used for the longest time, but for twenty: whoever signs in for each call leaves no more open doors. */
export async function endOldest(tx: Transaction, userId: number): Promise<void> {
  await sql`
    delete from tokens where hash in (
      select hash from tokens where user_id = ${userId} order by used desc, id offset ${mostSessions})`.execute(tx);
}

const isDead = sql<boolean>`not (${isLiving(sql`tokens`)})`;

/** Deletes every dead token. */
export async function deleteDeadTokens(tx: Transaction): Promise<void> {
  await tx.deleteFrom("tokens").where(isDead).execute();
}
