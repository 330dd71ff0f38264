import { sql } from "kysely";
import { neededRight, topicOfMail } from "#rules/access/mail-topics.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Mail } from "./mail-facts.ts";
import type { Message } from "./message-leases.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Reader of a mail, and the customer that the mail is about. */
export interface MailReader {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  /** `0001 Muster GmbH`; null where it is about the user's own access. */
  readonly customer: string | null;
  /** Hours since the mail was queued, which show whether a link in it would have ended. */
  readonly age: number;
}

/** Returns SQL that says whether a user `c` of a customer may still read what a mail reports. */
function mayRead({ mail }: Mail): Sql {
  const right = mail in topicOfMail ? neededRight(topicOfMail[mail as keyof typeof topicOfMail]) : null;
  return right === null ? sql`true` : sql`c.${sql.ref(right)}`;
}

/**
 * Returns the reader of a mail. There is none where the user may not sign in any more, has never done so, or may not see the customer or the content.
 * The sender asks, without anybody's scope.
 */
export async function mailReader(db: Reader, message: Message): Promise<MailReader | undefined> {
  const { rows } = await sql<MailReader>`
    select ${selectList<MailReader>({
      ...fromTable("u", "id", "email", "first_name", "last_name"),
      customer: sql`lpad(k.code::text, 4, '0') || ' ' || k.name`,
      age: sql`extract(epoch from now() - ${message.created}::timestamptz)::float / 3600`,
    })}
    from users u
    left join customer_users c on c.user_id = u.id and c.customer_id = ${message.customer_id}::bigint
    left join customers k on k.id = c.customer_id
    where u.id = ${message.user_id}::bigint and u.active and not u.service and ${mayRead(message.payload as Mail)} and (${message.customer_id}::bigint is null or k.id is not null and u.last_login is not null)`.execute(
    db,
  );
  return rows[0];
}
