import { sql } from "kysely";
import type { Notifications } from "#contract/schemas/access/notifications.ts";
import { mailTopicNames } from "#rules/access/mail-topics.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { mayBeNotified, wantsTopic } from "#server/database/messages/notify-by-mail.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type Topics = Notifications["topics"];
type Wishes = Readonly<Record<`wants_${Topics[number]["topic"]}`, boolean | null>>;
type Row = Notifications["user"] & Wishes;

/** By topic; null where a right is missing without which nobody is notified. */
const wishes = Object.fromEntries(
  mailTopicNames.map((topic) => [
    `wants_${topic}`,
    sql`case when ${mayBeNotified(topic)} then ${wantsTopic(topic)} end`,
  ]),
) as Record<keyof Wishes, Sql>;

const notifiedUser = selectList<Row>({ ...fromTable("u", "id", "first_name", "last_name", "email"), ...wishes });

/** About what the users of a customer get mails, by name: a customer's user finds themselves only. @throws 404 where they do not see it */
export async function notificationsOf(db: Reader, scope: Scope, id: number): Promise<Notifications[]> {
  const customer = db.selectFrom("customers").select("id").where("id", "=", id).where(visibleTo(scope, "customers.id"));
  if (!(await customer.executeTakeFirst())) throw notFound();
  const { rows } = await sql<Row>`
    select ${notifiedUser}
    from customer_users c join users u on u.id = c.user_id
    where c.customer_id = ${id}::bigint and u.active and (${scope.isStaff}::boolean or c.user_id = ${scope.userId}::bigint)
    order by u.last_name collate german, u.id`.execute(db);
  return rows.map(({ id: user, first_name, last_name, email, ...wants }) => ({
    user: { id: user, first_name, last_name, email },
    topics: mailTopicNames
      .filter((topic) => wants[`wants_${topic}`] !== null)
      .map((topic): Topics[number] => ({ topic, wanted: wants[`wants_${topic}`] === true })),
  }));
}
