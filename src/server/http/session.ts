import { createHash, randomBytes } from "node:crypto";
import { showToken } from "#rules/access/token-scopes.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { CommitUnanswered } from "#server/database/connections/lost-connection.ts";
import type { Scope } from "#server/database/scope.ts";
import { noteApiTokenUse, userOfApiToken } from "#server/database/tokens/api-tokens.ts";
import { webhookOwner } from "#server/database/webhooks/webhook-rows.ts";
import {
  keepToken,
  noteTokenUse,
  type SessionRules,
  type SignIn,
  userOfToken,
  usualRules,
} from "#server/database/tokens/tokens.ts";
import { isWholeToken } from "#server/http/token-text.ts";

/** A new token and the hash that is kept of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: tokenHash(token) };
}

export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The token of an Authorization header, `Token <token>` or `Bearer <token>`, the word in any case (product 8). */
export function tokenOf(authorization: string | undefined): string | null {
  return /^(?:token|bearer)\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Ignores an unanswered commit: nobody who waits for an answer cares whether the use of a token was noted. */
function ignoreUnanswered(error: unknown): void {
  if (!(error instanceof CommitUnanswered)) throw error;
}

/** The scope of a living token; null for a dead or unknown one. `address` is where it comes from. */
export async function scopeOfToken(
  db: Database,
  token: string,
  rules: SessionRules = usualRules,
  address = "",
): Promise<Scope | null> {
  if (isWholeToken(token)) return scopeOfApiToken(db, tokenHash(token), address);
  const hash = tokenHash(token);
  const user = await userOfToken(db.read, hash, rules);
  if (!user) return null;
  if (user.stale) await db.write((tx) => noteTokenUse(tx, hash)).catch(ignoreUnanswered);
  return {
    userId: user.id,
    isStaff: user.is_staff,
    managesUsers: user.manages_users,
    confirmed: user.confirmed,
    confirmedToday: user.confirmed_today,
    initPassword: user.init_password,
    lacksFactor: user.lacks_factor,
    customerIds: user.customers.map(Number),
    department: user.department,
    token: null,
  } as unknown as Scope;
}

/**
 * Returns the scope of a program. Whoever made its token has proved who they are, and the program is asked for neither a password nor a second
 * factor.
 */
async function scopeOfApiToken(db: Database, hash: Buffer, address: string): Promise<Scope | null> {
  const user = await userOfApiToken(db.read, hash);
  if (!user) return null;
  const { token: id, name, prefix, scopes, service, refused } = user;
  if (user.stale) await db.write((tx) => noteApiTokenUse(tx, id, address)).catch(ignoreUnanswered);
  return {
    userId: user.id,
    isStaff: user.is_staff,
    managesUsers: user.manages_users,
    confirmed: true,
    confirmedToday: true,
    initPassword: false,
    lacksFactor: false,
    customerIds: user.customers.map(Number),
    department: user.department,
    token: { id, label: showToken(name, prefix), scopes, isService: service, isRefused: refused },
  } as unknown as Scope;
}

/**
 * The scope of who has a webhook: staff, or a customer's user for the customers that they manage; null for who may not sign in. It looks, and changes
 * nothing.
 */
export async function scopeOfWebhookOwner(db: Database, userId: number): Promise<Scope | null> {
  const owner = await webhookOwner(db.read, userId);
  if (!owner) return null;
  return {
    userId,
    isStaff: owner.is_staff,
    managesUsers: false,
    confirmed: false,
    confirmedToday: false,
    initPassword: false,
    lacksFactor: false,
    customerIds: owner.customers.map(Number),
    department: null, // who manages a customer sees all of it
    token: null,
  } as unknown as Scope;
}

const nowhere: SignIn = { address: "", agent: "" };

/** Keeps a new token of a user; answers it in plain, this once. */
export async function openSession(tx: Transaction, userId: number, from: SignIn = nowhere): Promise<string> {
  const { token, hash } = newToken();
  await keepToken(tx, hash, userId, from);
  return token;
}
