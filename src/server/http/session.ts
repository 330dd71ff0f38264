import { createHash, randomBytes } from "node:crypto";
import type { Database, Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

/** A new token and the hash that is kept of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: tokenHash(token) };
}

export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The token of an Authorization header, `Token <token>`, the word in any case (product 8). */
export function tokenOf(authorization: string | undefined): string | null {
  return /^token\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

const findScope = `
  select u.id, u.is_staff, u.init_password, t.used < now() - interval '1 hour' as stale,
    coalesce((select array_agg(customer_id order by customer_id) from customer_users where user_id = u.id), '{}') as customers
  from tokens t join users u on u.id = t.user_id
  where t.hash = $1 and u.active and t.used > now() - interval '30 days'`;

interface Found {
  id: number;
  is_staff: boolean;
  init_password: boolean;
  stale: boolean;
  customers: string[];
}

/** The scope of a living token, the only maker of scopes; null for a dead or unknown one. */
export async function scopeOf(db: Database, token: string): Promise<Scope | null> {
  const hash = tokenHash(token);
  const [found] = await db.list<Found & Record<string, unknown>>("scope-of-token", findScope, [hash]);
  if (!found) return null;
  if (found.stale) await db.list("use-token", "update tokens set used = now() where hash = $1", [hash]);
  return {
    userId: found.id,
    isStaff: found.is_staff,
    initPassword: found.init_password,
    customerIds: found.customers.map(Number),
  } as unknown as Scope;
}

/** Keeps a new token of a user; answers it in plain, this once. */
export async function openSession(tx: Transaction, userId: number): Promise<string> {
  const { token, hash } = newToken();
  await tx.insertInto("tokens").values({ hash, user_id: userId }).execute();
  return token;
}
