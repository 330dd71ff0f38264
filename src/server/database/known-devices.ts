import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/** Where and with what somebody signs in: `address` as tries are counted by it, `device` as it is known again. */
interface SignInFrom {
  readonly address: string;
  readonly device: string;
}

/**
 * Keeps in mind where and with what a user signs in; answers whether they had signed in before, and never with this device. As long as none of their
 * devices is known, as of who signed in before there were any, their addresses answer for it.
 */
export async function rememberSignIn(
  tx: Transaction,
  userId: number,
  { address, device }: SignInFrom,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with devices as (select count(*) > 0 as known_any, coalesce(bool_or(device = ${device}), false) as known from known_devices where user_id = ${userId}),
      addresses as (select count(*) > 0 as known_any, coalesce(bool_or(address = ${address}), false) as known from known_addresses where user_id = ${userId})
    select case when d.known_any then not d.known else a.known_any and not a.known end as is_new from devices d, addresses a`.execute(
    tx,
  );
  await sql`
    with addresses as (
      insert into known_addresses (user_id, address) values (${userId}, ${address})
      on conflict (user_id, address) do update set used = now())
    insert into known_devices (user_id, device) values (${userId}, ${device})
    on conflict (user_id, device) do update set used = now()`.execute(tx);
  return rows[0]?.is_new ?? false;
}
