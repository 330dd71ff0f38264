import { sql } from "kysely";
import { confirmedMinutes } from "#rules/users.ts";
import type { Reader, Transaction } from "#server/database/database.ts";
import { Desk } from "./desk.ts";

/** Whom a living token belongs to, and what they may see. */
export interface TokenUser {
  readonly id: number;
  readonly is_staff: boolean;
  /** Whether they may make users and give rights. */
  readonly manages_users: boolean;
  /** Whether they proved within the last minutes of this session that it is them. */
  readonly confirmed: boolean;
  readonly init_password: boolean;
  /** Whether they must have a second factor, and have none. */
  readonly lacks_factor: boolean;
  /** Whether its last use should be noted again. */
  readonly stale: boolean;
  readonly customers: readonly string[];
}

/** A token ends when it was not used for 30 days, and 90 days after the sign-in (product 8). */
export const isLiving = "used > now() - interval '30 days' and created > now() - interval '90 days'";
const isStale = "used < now() - interval '1 hour'"; // so that reading writes once an hour at most

const usersOfLivingTokens = `
  select t.hash, u.id, u.is_staff, u.is_staff and u.manages_users as manages_users, u.init_password, t.${isStale} as stale,
    t.confirmed_at > now() - interval '${confirmedMinutes} minutes' as confirmed,
    case when $2 = 'all' or $2 = 'staff' and u.is_staff
      then not exists (select from second_factors where user_id = u.id and confirmed is not null) else false end as lacks_factor,
    coalesce((select array_agg(customer_id order by customer_id) from customer_users where user_id = u.id), '{}') as customers
  from (select * from tokens where hash = any($1) and ${isLiving}) t join users u on u.id = t.user_id
  where u.active`;

/** Who must have a second factor. */
export type FactorFor = "nobody" | "staff" | "all";

const desks = new WeakMap<Reader, Map<FactorFor, Desk<TokenUser>>>();

function deskOf(db: Reader, factorFor: FactorFor): Desk<TokenUser> {
  const ofDb = desks.get(db) ?? new Map<FactorFor, Desk<TokenUser>>();
  desks.set(db, ofDb);
  const desk =
    ofDb.get(factorFor) ??
    new Desk<TokenUser>((hashes) =>
      db.list<TokenUser & { readonly hash: Buffer }>("users-of-tokens", usersOfLivingTokens, [hashes, factorFor]),
    );
  ofDb.set(factorFor, desk);
  return desk;
}

/** The user of a living token; undefined where it is dead or unknown. The one query without a scope: it is what scopes are made from. */
export function userOfToken(db: Reader, hash: Buffer, factorFor: FactorFor): Promise<TokenUser | undefined> {
  return deskOf(db, factorFor).ask(hash);
}

/** Notes that a stale token is used now; many calls at once note it once. */
export async function noteTokenUse(tx: Transaction, hash: Buffer): Promise<void> {
  const stale = sql<boolean>`${sql.raw(isStale)}`;
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
  /** What their program calls itself. */
  readonly agent: string;
  /** Whether they have signed in before, and never from there. */
  readonly isNew?: boolean;
}

const agentLength = 400; // characters; what tells browsers apart stands in the first hundred

/** Keeps a new token of a user, whose dead ones go. */
export async function keepToken(tx: Transaction, hash: Buffer, userId: number, from: SignIn): Promise<void> {
  await tx.deleteFrom("tokens").where("user_id", "=", userId).where(isDead).execute();
  const { address, agent, isNew = false } = from;
  await tx
    .insertInto("tokens")
    .values({ hash, user_id: userId, address, agent: agent.slice(0, agentLength), is_new: isNew })
    .execute();
}

const isDead = sql<boolean>`not (${sql.raw(isLiving)})`;

/** Deletes every dead token. */
export async function deleteDeadTokens(tx: Transaction): Promise<void> {
  await tx.deleteFrom("tokens").where(isDead).execute();
}
