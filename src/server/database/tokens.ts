import { sql } from "kysely";
import type { Reader, Transaction } from "./database.ts";

/** Whom a living token belongs to, and what they may see. */
export interface TokenUser {
  readonly id: number;
  readonly is_staff: boolean;
  readonly init_password: boolean;
  /** Whether its last use should be noted again. */
  readonly stale: boolean;
  readonly customers: readonly string[];
}

const isStale = "used < now() - interval '1 hour'"; // so that reading writes once an hour at most

const userOfLivingToken = `
  select u.id, u.is_staff, u.init_password, t.${isStale} as stale,
    coalesce((select array_agg(customer_id order by customer_id) from customer_users where user_id = u.id), '{}') as customers
  from tokens t join users u on u.id = t.user_id
  where t.hash = $1 and u.active and t.used > now() - interval '30 days'`;

/** The user of a living token; undefined where it is dead or unknown. The one query without a scope: it is what scopes are made from. */
export async function userOfToken(db: Reader, hash: Buffer): Promise<TokenUser | undefined> {
  const [user] = await db.list<TokenUser>("user-of-token", userOfLivingToken, [hash]);
  return user;
}

/** Notes that a stale token is used now; many calls at once note it once. */
export async function noteTokenUse(tx: Transaction, hash: Buffer): Promise<void> {
  const stale = sql<boolean>`${sql.raw(isStale)}`;
  await tx.updateTable("tokens").set({ used: sql`now()` }).where("hash", "=", hash).where(stale).execute();
}

/** Keeps a new token of a user. */
export async function keepToken(tx: Transaction, hash: Buffer, userId: number): Promise<void> {
  await tx.insertInto("tokens").values({ hash, user_id: userId }).execute();
}
