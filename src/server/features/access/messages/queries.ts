import { sql } from "kysely";
import type { listMessages } from "#contract/calls/access/messages.ts";
import { messageList } from "#contract/lists/messages.ts";
import type { FiltersOf, Query } from "#contract/route.ts";
import type { Message } from "#contract/schemas/access/messages.ts";
import { showThings } from "#rules/amounts.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Mail } from "#server/database/messages/mail-facts.ts";
import type { PrintPayload } from "#server/database/messages/print-messages.ts";
import type { MessageKind } from "#server/database/messages/message-tables.ts";
import type { Scope } from "#server/database/scope.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { mailText } from "#server/messages/mail/mail-texts.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface MessageRow extends Omit<Message, "text" | "customer" | "user"> {
  readonly count: number;
  readonly payload: unknown;
  readonly customer_id: number | null;
  readonly customer_code: number;
  readonly customer_name: string;
  readonly user_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

const states: Readonly<Record<Message["state"], Sql>> = {
  waiting: sql`m.done_at is null`,
  failed: sql`m.failed`,
  sent: sql`(m.done_at is not null and m.failure is null)`,
  dropped: sql`(m.done_at is not null and not m.failed and m.failure is not null)`,
};

const messageFields = {
  ...fromTable("m", "id", "kind", "payload", "created", "tries", "failure"),
  ...fromTable("u", "first_name", "last_name", "email"),
  done: "m.done_at",
  state: sql`case when ${states.waiting} then 'waiting' when ${states.failed} then 'failed'
    when ${states.sent} then 'sent' else 'dropped' end`,
  customer_id: "k.id",
  customer_code: "k.code",
  customer_name: "k.name",
  user_id: "u.id",
};
const listedMessage = selectList<MessageRow>({ ...messageFields, count: sql`(count(*) over ())::int` });
const oneMessage = selectList<MessageRow>({ ...messageFields, count: sql`1` });
const itsPeople = sql`
  messages m left join customers k on k.id = m.customer_id left join users u on u.id = m.user_id`;

const textOf: Readonly<Record<MessageKind, (payload: unknown) => string>> = {
  mail: (payload) => mailText(payload as Mail).subject,
  hook: () => "Webhook",
  print: (payload) => {
    const { labels, printer } = payload as PrintPayload;
    return `${showThings(labels, "Etikett", "Etiketten")} auf „${printer}“`;
  },
};

function messageOf({ count: _count, payload, ...row }: MessageRow): Message {
  const { customer_id, customer_code, customer_name, user_id, first_name, last_name, email, ...message } = row;
  return {
    ...message,
    text: textOf[row.kind](payload),
    customer: customer_id === null ? null : { id: customer_id, code: customer_code, name: customer_name },
    user: user_id === null ? null : { id: user_id, first_name, last_name, email },
  };
}

const conditions: Conditions<FiltersOf<typeof listMessages>> = {
  customer: (code) => sql`m.customer_id = (select id from customers where code = ${code}::int)`,
  state: (state) => states[state],
};

/** Messages, for staff. */
export async function listOfMessages(db: Reader, scope: Scope, query: Query<typeof listMessages>) {
  const { order_by = "-created", limit = pageSize, offset = 0 } = query;
  const { descending } = orderOf(messageList, scope, order_by);
  const { rows } = await sql<MessageRow>`
    select ${listedMessage} from ${itsPeople} where ${allOf(conditionsOf(conditions, query))}
    order by m.id ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(db);
  return toPage(rows.map(messageOf), rows[0]?.count ?? 0, { limit, offset });
}

/** One message, for staff. @throws 404 */
export async function messageById(db: Reader, _scope: Scope, id: number): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    select ${oneMessage} from ${itsPeople} where m.id = ${id}::bigint`.execute(db);
  const [message] = rows;
  if (!message) throw notFound();
  return messageOf(message);
}
