import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { changeRights } from "#contract/calls/access/rights.ts";
import { setCostCentre } from "#contract/calls/stock/boxes.ts";
import { changeNotifications, listNotifications } from "#contract/calls/access/notifications.ts";
import { mailTopicNames, mailTopics } from "#rules/access/mail-topics.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import type { CustomerMail } from "#server/database/messages/mail-facts.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db);
const { a } = server;
beforeEach(() => db.write((tx) => tx.deleteFrom("messages").execute()));

const order: CustomerMail = { mail: "orderOnWay", delivery: 1, code: 1 };
const loss: CustomerMail = { mail: "boxLost", box: 1, code: "0001000001" };
const proposal: CustomerMail = { mail: "destructionProposed", batch: 1, boxes: 1 };

/** Returns the ids of the users who are notified. */
async function notifiedUsers(customer: { id: number }, mail: CustomerMail): Promise<number[]> {
  const once = randomUUID();
  await db.write((tx) => notifyCustomer(tx, customer.id, mail, once));
  const messages = db.read.selectFrom("messages").select("user_id").where("dedupe", "like", `${mail.mail} ${once} %`);
  return (await messages.orderBy("user_id").execute()).map(({ user_id }) => user_id ?? 0);
}
const give = (user: { id: number }, rights: Record<string, boolean>) =>
  db.write((tx) => tx.updateTable("customer_users").set(rights).where("user_id", "=", user.id).execute());
const wantedOf = (results: readonly { topics: readonly { topic: string; wanted: boolean }[] }[]) =>
  results.flatMap(({ topics }) => topics.filter(({ wanted }) => wanted).map(({ topic }) => topic));

describe("who has said nothing", () => {
  test("is notified of what their rights are about, and of a loss in any case", async () => {
    const customer = await a.customer();
    const [orders, approves] = [await a.user({ customers: [customer] }), await a.user({ customers: [customer] })];
    await give(orders, { may_order: true, may_store: false });
    await give(approves, { may_order: false, may_store: false, may_approve_destruction: true });
    expect(await notifiedUsers(customer, order)).toEqual([orders.id]);
    expect(await notifiedUsers(customer, proposal)).toEqual([approves.id]);
    expect(await notifiedUsers(customer, loss)).toEqual([orders.id, approves.id]);
  });

  test("nobody of another customer, no staff, nobody whose access has ended and nobody who never signed in is notified", async () => {
    const [customer, other] = [await a.customer(), await a.customer()];
    await a.user({ customers: [other] });
    await a.user({ isStaff: true });
    await a.user({ customers: [customer], active: false });
    await a.user({ customers: [customer], signedIn: false });
    const user = await a.user({ customers: [customer, other] });
    expect(await notifiedUsers(customer, loss)).toEqual([user.id]);
  });
});

describe("who gets which mails", () => {
  test("is theirs to say, topic by topic and customer by customer, what belongs to the contract too", async () => {
    const [one, two] = [await a.customer(), await a.customer()];
    const user = await a.user({ customers: [one, two] });
    const client = await server.as(user);
    for (const topic of mailTopicNames)
      for (const wanted of [true, false])
        await client.call(changeNotifications, { path: { id: one.id }, body: { user: user.id, topic, wanted } });
    const wanted = async (customer: { id: number }) =>
      wantedOf((await client.call(listNotifications, { path: { id: customer.id } })).results);
    expect(await wanted(one)).toEqual([]);
    expect(await wanted(two)).toEqual(["orders", "returns", "losses"]);
    expect(await notifiedUsers(one, loss)).toEqual([]);
    expect(await notifiedUsers(two, loss)).toEqual([user.id]);
  });

  test("staff say it for others, but cannot untick what belongs to the contract", async () => {
    const customer = await a.customer();
    const user = await a.user({ customers: [customer] });
    await a.invoiceReader(user, customer);
    const staff = await server.asStaff();
    const path = { id: customer.id };
    for (const topic of mailTopicNames) {
      const body = { user: user.id, topic, wanted: false };
      if (mailTopics[topic].contractual)
        expect(await staff.refusal(changeNotifications, { path, body })).toEqual({
          wanted: [accessRefused.contractualMail.message],
        });
      else await staff.call(changeNotifications, { path, body });
      await staff.call(changeNotifications, { path, body: { ...body, wanted: true } });
    }
    expect(wantedOf((await staff.call(listNotifications, { path })).results)).toEqual(mailTopicNames);
  });

  test("do not get those about invoices without the right, whatever they ticked, nor are they asked", async () => {
    const customer = await a.customer();
    const [reader, other] = [await a.user({ customers: [customer] }), await a.user({ customers: [customer] })];
    await a.invoiceReader(reader, customer);
    const path = { id: customer.id };
    const invoice: CustomerMail = { mail: "invoiceIssued", invoice: 1, number: "RE-2026-00001" };
    for (const { id } of [reader, other]) {
      const body = { user: id, topic: "invoices", wanted: true } as const;
      await (await server.as({ id })).call(changeNotifications, { path, body });
    }
    expect(await notifiedUsers(customer, invoice)).toEqual([reader.id]);
    const asked = async (user: { id: number }) =>
      (await (await server.as(user)).call(listNotifications, { path })).results.flatMap(({ topics }) =>
        topics.map(({ topic }) => topic),
      );
    expect(await asked(reader)).toEqual(mailTopicNames);
    expect(await asked(other)).toEqual(mailTopicNames.filter((topic) => topic !== "invoices"));
    await give(reader, { may_see_invoices: false });
    expect(await notifiedUsers(customer, invoice)).toEqual([]);
  });

  test("is nobody else's: colleagues look like nobody, and another customer is not there", async () => {
    const [customer, other] = [await a.customer(), await a.customer()];
    const [user, colleague] = [await a.user({ customers: [customer] }), await a.user({ customers: [customer] })];
    const stranger = await a.user({ customers: [other] });
    const client = await server.as(user);
    const { results } = await client.call(listNotifications, { path: { id: customer.id } });
    expect(results.map((each) => each.user.id)).toEqual([user.id]);
    const ask = (id: number, whom: number) =>
      client.ask(changeNotifications, { path: { id }, body: { user: whom, topic: "losses", wanted: false } });
    for (const whom of [colleague.id, stranger.id, 2_000_000_000])
      expect([await ask(customer.id, whom)].map(({ status, body }) => [status, body])).toEqual([
        [400, { user: [refused.unknownCustomerUser.message] }],
      ]);
    for (const id of [other.id, 2_000_000_000]) {
      expect((await ask(id, user.id)).status).toBe(404);
      expect((await client.ask(listNotifications, { path: { id } })).status).toBe(404);
    }
    expect(await notifiedUsers(customer, loss)).toEqual([user.id, colleague.id]);
  });

  test("is of a department what belongs to its cost centres, and nothing of the whole customer", async () => {
    const customer = await a.customer();
    const [one, other, whole] = [
      await a.user({ customers: [customer] }),
      await a.user({ customers: [customer] }),
      await a.user({ customers: [customer] }),
    ];
    const staff = await server.asStaff();
    for (const [{ id }, centre] of [[one, "Einkauf"] as const, [other, "Vertrieb"] as const])
      await staff.call(changeRights, { path: { id: customer.id }, body: { user: id, cost_centres: [centre] } });
    const box = await a.box({ owner: customer });
    await staff.call(setCostCentre, { body: { boxes: [box.id], cost_centre: "Einkauf" } });
    const lost = { mail: "boxLost", box: box.id, code: box.code } as const;
    expect(await notifiedUsers(customer, lost)).toEqual([one.id, whole.id]);
    expect(await notifiedUsers(customer, { mail: "boxLost", box: 0, code: "0001000001" })).toEqual([whole.id]);
  });

  test("ends with the access to the customer, and begins anew with it", async () => {
    const customer = await a.customer();
    const user = await a.user({ customers: [customer] });
    const client = await server.as(user);
    const path = { id: customer.id };
    await client.call(changeNotifications, { path, body: { user: user.id, topic: "losses", wanted: false } });
    const link = { customer_id: customer.id, user_id: user.id };
    await db.write(async (tx) => {
      await sql`delete from customer_users where user_id = ${user.id}`.execute(tx);
      await tx.insertInto("customer_users").values(link).execute();
    });
    expect(await notifiedUsers(customer, loss)).toEqual([user.id]);
  });
});
