import { sql } from "kysely";
import { passwordLinkHours } from "#rules/access/mail-topics.ts";
import type { Reader, Transaction } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const isLiving = sql`password_links.created > now() - make_interval(hours => ${sql.lit(passwordLinkHours)})`;

/** Keeps the hash of a link by which a user sets a password. */
export async function keepPasswordLink(tx: Transaction, userId: number, hash: Buffer): Promise<void> {
  await sql`insert into password_links (hash, user_id) values (${hash}, ${userId}::bigint)`.execute(tx);
}

/** The user whose password a link sets. */
export interface LinkOwner {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

const linkOwnerColumns = selectList<LinkOwner>(fromTable("u", "id", "email", "first_name", "last_name"));

/** Returns the owner of a link; undefined where it was used, has ended, or its user may not sign in. */
export async function linkOwner(db: Reader, hash: Buffer): Promise<LinkOwner | undefined> {
  const { rows } = await sql<LinkOwner>`
    select ${linkOwnerColumns} from password_links join users u on u.id = user_id
    where hash = ${hash} and u.active and not u.service and ${isLiving}`.execute(db);
  return rows[0];
}

/** Uses a link up, with all others of its user; answers whether it was still good. */
export async function consumeLink(tx: Transaction, userId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from password_links using users u
    where hash = ${hash} and user_id = ${userId}::bigint and u.id = user_id and u.active and ${isLiving} returning user_id`.execute(
    tx,
  );
  await endPasswordLinks(tx, userId);
  return rows.length > 0;
}

/** Ends the links of a user. */
export async function endPasswordLinks(tx: Transaction, userId: number): Promise<void> {
  await sql`delete from password_links where user_id = ${userId}::bigint`.execute(tx);
}

/** Deletes the links that have ended. */
export async function forgetPasswordLinks(tx: Transaction): Promise<void> {
  await sql`delete from password_links where not ${isLiving}`.execute(tx);
}
