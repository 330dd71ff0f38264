import { sql } from "kysely";
import type { NewAuditEntry } from "#rules/access/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";

/** The user who acts, and the address that the call came from. */
export interface Actor {
  /** Null for who is not known. */
  readonly userId: number | null;
  /** Null for what does not come over the network. */
  readonly address: string | null;
  /** The token of a program that does it in their name. */
  readonly token?: string;
}

/** Whoever sits at the machine itself. */
export const atTheMachine: Actor = { userId: null, address: null };

const longestName = 200; // the column's, in characters

const cut = (signs: readonly string[]) => signs.slice(0, longestName).join("");

/** Masks the text that an unknown person typed as a name. A password is quickly typed into the wrong field, and an entry stays for 400 days. */
function maskName(name: string): string {
  const signs = Array.from(name);
  return signs.length < 2 ? name : `${signs[0]}… (${signs.length} Zeichen)`;
}

/** The address of somebody whom there is, and of anything else so much that whoever typed it knows it again. */
const typedName = (name: string) =>
  sql`coalesce((select email from users where email = ${cut(Array.from(name))}), ${maskName(name)})`;

/** SQL for the account that somebody could not sign in to. */
const userCalled = (name: string) => sql`(select id from users where email = ${name})`;

/** Puts entries on record, in one statement; when, the database says. */
export async function record(
  tx: Transaction,
  { userId, address, token }: Actor,
  ...entries: readonly NewAuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(
    ({ kind, name, customer, box, object, meta }) => sql`(
      ${kind}::smallint, ${userId === null && name !== undefined ? userCalled(name) : sql`${userId}::bigint`}, ${name === undefined ? null : userId === null ? typedName(name) : cut(Array.from(name))}::text, ${address}::text, ${customer ?? null}::int,
      ${box ?? null}::text, ${object?.[0] ?? null}::text, ${object?.[1] ?? null}::bigint, ${meta || token ? JSON.stringify({ ...meta, token }) : null}::jsonb)`,
  );
  await sql`
    insert into audit (kind, user_id, name, address, customer_code, box_code, object, object_id, meta)
    values ${sql.join(rows)}`.execute(tx);
}

/** Removes a piece of what is older than 400 days; answers how many entries. The database lets nothing younger go. */
export async function expireAudit(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select expire_audit() as gone`.execute(tx);
  return rows[0]?.gone ?? 0;
}
