import { sql } from "kysely";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { recordUserChanges, userAsItIs } from "#server/features/access/audit/mutations.ts";
import { refuseLast } from "#server/features/access/users/mutations.ts";
import { noPassword } from "#server/http/passwords/passwords.ts";

/** Tables of what belongs to a user alone, and goes with the user. */
const ownTables = [
  "tokens",
  "answers",
  "known_addresses",
  "known_devices",
  "second_factors",
  "user_identities",
  "saved_views",
  "messages",
  "password_links",
  "api_tokens",
  "customer_users",
  "webhooks",
];

/**
 * Forgets who a user was (Art. 17 GDPR): name, address, telephone, sessions, rights and what they saved. The number stays, for what the archive has to
 * prove was done under it; nobody signs in with it any more.
 * @throws 404 for nobody, 400 for the last of the staff or who manages users
 */
export async function forgetUser(tx: Transaction, actor: Actor, id: number): Promise<void> {
  await refuseLast(tx, id, { active: false, is_staff: false });
  const before = await userAsItIs(tx, id);
  await recordUserChanges(tx, actor, before, { active: false, is_staff: false });
  for (const table of ownTables) await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  const nobody = { first_name: "", gender: null, phone1: "", phone2: "", is_staff: false, active: false };
  const name = { last_name: `Gelöscht ${id}`, email: `geloescht-${id}@example.invalid` };
  const user = tx.updateTable("users").set({ ...nobody, ...name, last_login: null, password_hash: noPassword });
  await user.where("id", "=", id).execute();
  await record(tx, actor, { kind: AuditKind.userForgotten, object: ["user", id] });
}
