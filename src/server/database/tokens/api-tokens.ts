import { sql } from "kysely";
import type { TokenScope } from "#rules/access/token-scopes.ts";
import type { Reader, Transaction } from "#server/database/database.ts";
import { Desk } from "./desk.ts";
import { departmentOf } from "./tokens.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Owner of a program's living token, what the owner may see, and what of that the token is good for. */
interface ApiTokenUser {
  readonly token: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly TokenScope[];
  readonly id: number;
  readonly is_staff: boolean;
  readonly manages_users: boolean;
  readonly service: boolean;
  readonly customers: readonly string[];
  /** Cost centres that the user sees, by customer, as text; null where the user sees all. */
  readonly department: string | null;
  /** True where the token's last use should be noted again. */
  readonly stale: boolean;
  /** True where it was put on record within the hour that the token is not good for something. */
  readonly refused: boolean;
}

const isStale = sql<boolean>`coalesce(last_used < now() - interval '1 hour', true)`; // so that reading writes once an hour at most
const isRefused = sql<boolean>`coalesce(last_refused > now() - interval '1 hour', false)`;

type ApiTokenRow = ApiTokenUser & { readonly hash: Buffer };

const apiTokenRow = selectList<ApiTokenRow>({
  ...fromTable("t", "hash", "name", "prefix", "scopes", "stale", "refused"),
  ...fromTable("u", "id", "is_staff", "service"),
  token: "t.id",
  manages_users: sql`u.is_staff and u.manages_users`,
  customers: sql`coalesce((select array_agg(customer_id order by customer_id) from customer_users
    where user_id = u.id and (t.customer_id is null or customer_id = t.customer_id)), '{}')`,
  department: departmentOf,
});

/** One customer of a user is no limit for who is on the staff by now: such a token is dead. */
const usersOfApiTokens = (hashes: readonly Buffer[]) => sql<ApiTokenRow>`
  select ${apiTokenRow}
  from (
    select hash, id, name, prefix, scopes, user_id, customer_id, ${isStale} as stale, ${isRefused} as refused
    from api_tokens where hash = any(${hashes}) and ended is null and expires > now()) t
  join users u on u.id = t.user_id
  where u.active and not (u.is_staff and t.customer_id is not null)`;

const desks = new WeakMap<Reader, Desk<ApiTokenUser>>();

/** The user of a living token of a program; undefined where it is dead or unknown. Scopes are made from it, as from that of a session. */
export function userOfApiToken(db: Reader, hash: Buffer): Promise<ApiTokenUser | undefined> {
  const desk =
    desks.get(db) ?? new Desk<ApiTokenUser>((hashes) => db.list("users-of-api-tokens", usersOfApiTokens(hashes)));
  desks.set(db, desk);
  return desk.ask(hash);
}

/** Notes that a token is used now, and from where; many calls at once note it once. */
export async function noteApiTokenUse(tx: Transaction, id: number, address: string): Promise<void> {
  const use = { last_used: sql<string>`now()`, last_address: address.slice(0, 100) };
  await tx.updateTable("api_tokens").set(use).where("id", "=", id).where(isStale).execute();
}

/** Says whether a token's refusal is to be put on record: once an hour, however often it is refused. */
export async function noteRefusedToken(tx: Transaction, id: number): Promise<boolean> {
  const note = tx.updateTable("api_tokens").set({ last_refused: sql`now()` });
  return (await note.where("id", "=", id).where(sql<boolean>`not ${isRefused}`).executeTakeFirst()).numUpdatedRows > 0n;
}

/** Ends every token of a user, for good. */
export async function endTokensOf(tx: Transaction, userId: number): Promise<void> {
  const tokens = tx.updateTable("api_tokens").set({ ended: sql`now()` });
  await tokens.where("user_id", "=", userId).where("ended", "is", null).execute();
}

/** Deletes what ended a quarter of a year ago; the audit trail still knows it. */
export async function deleteDeadApiTokens(tx: Transaction): Promise<void> {
  await sql`delete from api_tokens where least(ended, expires) < now() - interval '90 days'`.execute(tx);
}
