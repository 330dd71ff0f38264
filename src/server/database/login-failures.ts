import { sql } from "kysely";
import { codeWindow, delayAfter, maxFailures } from "#rules/access/login-limits.ts";
import type { Transaction } from "./database.ts";

/** The address and the user that failed sign-ins are counted for. */
export interface Trier {
  /** Key of what may not go on trying after ten failures within a minute: an address, or a user who is signed in. */
  readonly key: string;
  /** Data of a sign-in: the address to sign in with, which nobody need have, and the key of the address that it comes from. */
  readonly signIn?: { readonly name: string; readonly address: string };
}

/** Answer to a try before it is one. The try is counted where both are nothing. */
export interface LoginAttempt {
  /** Seconds until they may try again. */
  readonly refusedFor: number | null;
  /** Milliseconds that it has to wait yet, because the name failed often. */
  readonly delay: number;
}

const keysOf = ({ key, signIn }: Trier) => (signIn ? [key, `name ${signIn.name}`] : [key]); // in one order: who has two locks must not wait for each other

/** Locks keys until the end of the transaction: two who count the same take turns. */
async function lockKeys(tx: Transaction, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.execute(tx);
}

/**
 * Counts a try as failed before it is known, so that not one more than ten pass however many come at once. An address that fails
 * too often is refused, and a user who confirms something; a name only waits, and not where it signed in before. `waited` milliseconds it has waited already.
 */
export async function countTry(tx: Transaction, who: Trier, id: string, waited: number): Promise<LoginAttempt> {
  const keys = keysOf(who);
  await lockKeys(tx, keys);
  const { rows } = await sql<{ failures: number; refused_for: number | null }>`
    select
      (select count(*) from login_failures
       where key = ${keys[1] ?? null} and at > now() - interval '1 minute' and not ${knownAddress(who)}) as failures,
      (select greatest(1, ceil(extract(epoch from at + interval '1 minute' - now())))::int from login_failures
       where key = ${keys[0]} and at > now() - interval '1 minute'
       order by at desc offset ${maxFailures - 1} limit 1) as refused_for`.execute(tx);
  const { failures = 0, refused_for: refusedFor = null } = rows[0] ?? {};
  const delay = Math.max(0, delayAfter(failures) - waited);
  if (refusedFor !== null || delay > 0) return { refusedFor, delay };
  await sql`
    with old as (delete from login_failures where at < now() - make_interval(mins => ${codeWindow}))
    insert into login_failures (key, try) select unnest(${keys}::text[]), ${id}::uuid`.execute(tx);
  return { refusedFor: null, delay: 0 };
}

const knownAddress = ({ signIn }: Trier) => sql`exists (
  select from known_addresses join users on users.id = user_id
  where users.email = ${signIn?.name ?? null} and address = ${signIn?.address ?? null} and used > now() - interval '400 days')`;

/** Takes tries back that did not fail. */
export async function removeAttempts(tx: Transaction, tries: readonly string[]): Promise<void> {
  await sql`delete from login_failures where try = any(${tries}::uuid[])`.execute(tx);
}
