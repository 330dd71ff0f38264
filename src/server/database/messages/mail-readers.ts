import { sql } from "kysely";
import { neededRight, topicOfMail } from "#rules/access/mail-topics.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Mail } from "./mail-facts.ts";
import type { Message } from "./message-leases.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Who reads a mail, and which customer it is about. */
export interface MailReader {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  /** `0001 Muster GmbH`; null where it is about the user's own access. */
  readonly customer: string | null;
  /** Whether so much time has passed that a link in it would have ended, in hours since it was queued. */
  readonly age: number;
}

/** Whether a user `c` of a customer may still be told what a mail tells. */
function mayRead({ mail }: Mail): Sql {
  const right = mail in topicOfMail ? neededRight(topicOfMail[mail as keyof typeof topicOfMail]) : null;
  return right === null ? sql`true` : sql`c.${sql.ref(right)}`;
}

/** Who reads a mail: nobody where the user may not sign in any more, has never done so, or not see the customer or what it tells. The sender asks, and nobody's scope. */
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
