import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type MailTopicName,
  mailTopics,
  neededRight,
  newAddressHours,
  topicOfMail,
} from "#rules/access/mail-topics.ts";
import { toStatement } from "#server/database/connections/statement.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import type { CustomerMail, UserMail } from "./mail-facts.ts";

/** Condition that this server sends mails. Its connections say so (`Database`), since the settings are not at hand where mails are queued. */
const mailsAreSent = sql`current_setting('magazin.mails', true) = 'on'`;

/** Returns SQL that says whether a user `c` of a customer may be notified of a topic at all. */
export const mayBeNotified = (topic: MailTopicName): Sql => {
  const right = neededRight(topic);
  return right === null ? sql`true` : sql`c.${sql.ref(right)}`;
};

/** Returns SQL that says whether a user `c` of a customer wants mails of a topic: as they said, otherwise as their right says. */
export const wantsTopic = (topic: MailTopicName): Sql => {
  const { right } = mailTopics[topic];
  const usual = right === null ? sql`true` : sql`c.${sql.ref(right)}`;
  return sql`(${mayBeNotified(topic)} and coalesce((
    select wanted from mail_choices m
    where m.customer_id = c.customer_id and m.user_id = c.user_id and m.topic = ${sql.lit(topic)}), ${usual}))`;
};

/** To which cost centre belongs what a mail is about; null where that is the whole customer, of which no department is notified. */
const costCentreOf = (mail: CustomerMail): Sql => {
  if ("delivery" in mail) return sql`(select cost_centre from deliveries where id = ${mail.delivery}::bigint)`;
  return "box" in mail ? sql`(select cost_centre from boxes where id = ${mail.box}::bigint)` : sql`null`;
};

/**
 * Notifies those users of a customer by mail who want it and have signed in once: until then an address is as somebody typed it, and may be a stranger's. `once` names what is reported, such as a delivery's id: of one kind of mail nobody is notified of the
 * same thing twice. Nothing is queued where no mails are sent. `only` is the one user whom it concerns.
 */
export async function notifyCustomer(
  tx: Transaction,
  customerId: number,
  mail: CustomerMail,
  once: number | string,
  only?: number,
): Promise<void> {
  await sql`
    insert into messages (kind, target, customer_id, user_id, payload, dedupe)
    select 'mail', 'mail:' || u.id, c.customer_id, u.id, ${JSON.stringify(mail)}::jsonb, ${`${mail.mail} ${once} `}::text || u.id
    from customer_users c join users u on u.id = c.user_id
    where c.customer_id = ${customerId}::bigint and u.active and u.last_login is not null and ${mailsAreSent} and ${wantsTopic(topicOfMail[mail.mail])}
      and (c.cost_centres is null or ${costCentreOf(mail)} = any(c.cost_centres))
      and (${only ?? null}::bigint is null or u.id = ${only ?? null}::bigint)
    order by u.id
    on conflict (dedupe) do nothing`.execute(tx);
}

const linkMails: readonly UserMail["mail"][] = ["invitation", "passwordLink"];
/** Until when links for a password of a user wait: nobody who typed an address in is at once whom it is of. */
const linksWait = sql`email_since + make_interval(hours => ${sql.lit(newAddressHours)})`;

/**
 * Notifies one user by mail about their own account, whatever they want, as long as they may sign in. A link for a password waits where their
 * address was changed, beside what else goes to them, and one is enough.
 */
export async function notifyUser(
  tx: Transaction,
  userId: number,
  mail: UserMail,
  once: number | string,
): Promise<void> {
  await queueFor(sql`id = ${userId}::bigint`, mail, sql`${`${once}`}::text`).execute(tx);
}

const queueFor = (who: Sql, mail: UserMail, once: Sql): Sql =>
  sql`
  insert into messages (kind, target, user_id, payload, dedupe, not_before)
  select 'mail', 'mail:' || id || case when waits then ' link' else '' end, id, ${JSON.stringify(mail)}::jsonb,
    concat_ws(' ', ${mail.mail}::text, case when waits then 'waits ' || email_since else ${once} end, id),
    case when waits then ${linksWait} else now() end
  from users cross join lateral (select ${linkMails.includes(mail.mail)}::boolean and coalesce(${linksWait} > now(), false) as waits) w
  where ${who} and active and ${mailsAreSent}
  on conflict (dedupe) do nothing`;

/** Invites those who came with another archive (decision 191), in the transaction that loads it; they get the mail once a server sends mails. */
export async function inviteTaken({ query }: BulkLoad, userIds: readonly number[]): Promise<void> {
  await query("select set_config('magazin.mails', 'on', true)");
  const { sql: text, parameters } = toStatement(
    queueFor(sql`id = any(${userIds}::bigint[])`, { mail: "invitation" }, sql`id::text`),
  );
  await query(text, [...parameters]);
}

/** Days for which what did not reach the address of before goes to the new one: as long as a mail is tried (`retryPauses`). */
const goesAgainDays = 3;

/** Judges again, in their order, the mails that the former address did not accept. Each is sent to the new address, if its user may still read it. */
const sendUntaken = (tx: Transaction, userId: number) =>
  sql`
  update messages set failed = false, done_at = null, tries = 0, not_before = now(), refused_address = null
  where user_id = ${userId}::bigint and kind = 'mail' and payload ->> 'mail' <> 'addressLeft'
    and (failed and created > now() - make_interval(days => ${sql.lit(goesAgainDays)}) or done_at is null and tries > 0)`.execute(
    tx,
  );

/**
 * Notifies both addresses that a user has another one than `was`, after the change, drops links that were on their way, and sends what the old one did not
 * take. Nobody is notified where they had never signed in: nobody's sign-in is at stake, and a wrong letter in an invitation is put right at once.
 */
export async function notifyNewAddress(tx: Transaction, userId: number, was: string): Promise<void> {
  const user = await tx.selectFrom("users").select("email_since").where("id", "=", userId).executeTakeFirstOrThrow();
  if (user.email_since === null) return void (await sendUntaken(tx, userId));
  await sql`
    delete from messages where user_id = ${userId}::bigint and kind = 'mail' and (done_at is null or failed)
      and payload ->> 'mail' = any(${linkMails}::text[])`.execute(tx);
  await sendUntaken(tx, userId);
  const links = new Date(Date.parse(user.email_since) + newAddressHours * 3_600_000).toISOString();
  await notifyUser(tx, userId, { mail: "addressLeft", address: was }, randomUUID());
  await notifyUser(tx, userId, { mail: "addressChanged", links }, randomUUID());
}

/** Minutes within which who asks for a password link again gets no second mail. */
const linkPause = 5;

/** Sends a link for a new password to whoever has this address, and may sign in: who asks does not learn whether anybody does. */
export async function notifyPasswordLink(tx: Transaction, email: string): Promise<void> {
  const once = sql`floor(extract(epoch from now()) / ${60 * linkPause}::int)::text`;
  await queueFor(sql`email = ${email}`, { mail: "passwordLink" }, once).execute(tx);
}
