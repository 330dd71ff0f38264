import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sendMessageAgain } from "#contract/calls/access/messages.ts";
import { home } from "#contract/calls/home/home.ts";
import { editUser, getUser } from "#contract/calls/access/users.ts";
import { notifyUser } from "#server/database/messages/notify-by-mail.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { mailServer } from "#test/support/mail/mail-server.ts";
import { mailSender } from "./send-mail.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db, { PUBLIC_URL: "https://archiv.example" });
const { a } = server;
const staff = await server.asStaff();
const press = new PdfWorkers({ processes: 1 });
let refusal: [code: number, text: string] | undefined;
const refused = (said: typeof refusal) => said && Object.assign(new Error(said[1]), { responseCode: said[0] });
const post = await mailServer({ onReceiver: (to) => (to.startsWith("neu") ? undefined : refused(refusal)) });
afterAll(async () => {
  await press.close();
  await post.close();
});
const settings = { smtpUrl: post.url, from: "archiv@archiv.example", publicUrl: "https://archiv.example" };
beforeEach(async () => {
  post.mails.length = 0;
  refusal = undefined;
  await db.write((tx) => tx.deleteFrom("messages").execute());
});

const messages = () => db.read.selectFrom("messages").selectAll().orderBy("id").execute();
/** Sends what is due until nothing is. */
async function sendAll(): Promise<void> {
  const stop = sendMessages(
    db,
    { mail: mailSender(db, { ...settings, replyTo: undefined }, testConfig(), press) },
    () => undefined,
  );
  const due = sql`select from messages where done_at is null and (leased_until is not null or not exists (
    select from messages b where b.done_at is null and b.target = messages.target and b.id <= messages.id and b.not_before > now()))`;
  try {
    await expect.poll(async () => (await due.execute(db.read)).rows.length).toBe(0);
  } finally {
    await stop();
  }
}
const notify = (user: { id: number }, mail: "newDevice" | "invitation", number: number) =>
  db.write((tx) =>
    notifyUser(tx, user.id, mail === "newDevice" ? { mail, at: "2026-12-24T09:00:00Z" } : { mail }, number),
  );
const staffSee = async (user: { id: number }) => {
  const { waiting } = await staff.call(home, {});
  return {
    atUser: (await staff.call(getUser, { path: { id: user.id } })).mail_refused,
    atHome: waiting.find(({ kind }) => kind === "messages_failed")?.count ?? 0,
  };
};

describe("a mail that a server does not take", () => {
  test.each([
    ["no such person", "for good", [550, "5.1.1 User unknown"]],
    ["a domain that takes no mail", "for good", [556, "5.1.10 Null MX"]],
    ["a wrong name", "for good", [553, "Mailbox name not allowed"]],
    ["a mail that is too large", "for good", [552, "5.3.4 Message too big"]],
    ["a full mailbox", "for now", [552, "5.2.2 Over quota"]],
    ["a full mailbox, without a second code", "for now", [552, "Mailbox full"]],
    ["a full disk", "for now", [452, "4.2.2 Insufficient storage"]],
    ["a greylist", "for now", [451, "4.7.1 Greylisted, try again"]],
    ["a busy mailbox", "for now", [450, "Mailbox busy"]],
    ["our missing password", "for now", [530, "5.7.0 Authentication required"]],
  ] as const)("for %s is refused %s", async (_why, how, said) => {
    const user = await a.user();
    await notify(user, "newDevice", 1);
    await notify(user, "newDevice", 2);
    refusal = [...said];
    await sendAll();
    const text = `${said[0]} ${said[1]}`;
    const [first, second] = await messages();
    if (how === "for good") {
      for (const message of [first, second]) expect(message).toMatchObject({ failed: true, tries: 1, failure: text });
      expect(await staffSee(user)).toEqual({ atUser: text, atHome: 2 });
      return;
    }
    expect(first, "is tried again").toMatchObject({ done_at: null, tries: 1, failure: text });
    expect(second, "waits for the first").toMatchObject({ done_at: null, tries: 0, failure: null });
    expect(await staffSee(user)).toEqual({ atUser: null, atHome: 0 });
    refusal = undefined;
    await db.write((tx) => sql`update messages set not_before = now()`.execute(tx));
    await sendAll();
    expect(post.mails.map(({ headers }) => headers.get("message-id")?.split("-")[1])).toEqual([
      `${first?.id}`,
      `${second?.id}`,
    ]);
  });

  test("is sent to the new address with all that waited behind it, in its order; a link for the old one is not", async () => {
    const user = await a.user();
    await notify(user, "invitation", 1);
    await notify(user, "newDevice", 2);
    refusal = [550, "5.1.1 User unknown"];
    await sendAll();
    await notify(user, "newDevice", 3);
    refusal = [451, "Greylisted"];
    await sendAll();
    await notify(user, "newDevice", 4);
    expect(await staffSee(user)).toEqual({ atUser: "550 5.1.1 User unknown", atHome: 2 });
    const [, ...waiting] = await messages();
    await staff.call(editUser, { path: { id: user.id }, body: { email: `neu-${user.email}` } });
    expect((await staffSee(user)).atUser, "said of the old address").toBeNull();
    refusal = [550, "5.1.1 User unknown"];
    await sendAll();
    const arrived = post.mails.map(({ to, headers }) => [to[0], headers.get("message-id")?.split("-")[1]]);
    const [left, changed] = (await messages()).slice(-2);
    expect(left).toMatchObject({ failed: true, payload: { mail: "addressLeft" } });
    expect(arrived).toEqual([...waiting, changed].map((message) => [`neu-${user.email}`, `${message?.id}`]));
    expect((await staffSee(user)).atUser, "another address than theirs").toBeNull();
  });

  test("to whom never signed in is the invitation again, with a link of its own, once the address is put right", async () => {
    const user = await a.user({ signedIn: false });
    await notify(user, "invitation", 1);
    refusal = [550, "5.1.1 User unknown"];
    await sendAll();
    await staff.call(editUser, { path: { id: user.id }, body: { email: `neu-${user.email}` } });
    await sendAll();
    expect(post.mails.map(({ to }) => to)).toEqual([[`neu-${user.email}`]]);
    expect(post.mails[0]?.text).toContain("https://archiv.example/");
  });

  test("days ago, or that staff are done with, does not go to the new address", async () => {
    const user = await a.user({ signedIn: false });
    await notify(user, "newDevice", 1);
    await notify(user, "newDevice", 2);
    refusal = [550, "no"];
    await sendAll();
    await db.write(async (tx) => {
      const [first, second] = await messages();
      await sql`update messages set created = now() - interval '4 days' where id = ${first?.id}`.execute(tx);
      await sql`update messages set failed = false where id = ${second?.id}`.execute(tx);
    });
    await staff.call(editUser, { path: { id: user.id }, body: { email: `neu-${user.email}` } });
    await sendAll();
    expect(post.mails).toEqual([]);
  });

  test("is no more shown at the user once another one has arrived there", async () => {
    const user = await a.user();
    await notify(user, "newDevice", 1);
    refusal = [550, "no"];
    await sendAll();
    expect((await staffSee(user)).atUser).toBe("550 no");
    refusal = undefined;
    const [message] = await messages();
    await staff.call(sendMessageAgain, { path: { id: message!.id } });
    await sendAll();
    expect(await staffSee(user)).toEqual({ atUser: null, atHome: 0 });
  });

  test("is shown to staff alone", async () => {
    const owner = await a.customer();
    const user = await a.user({ customers: [owner] });
    await notify(user, "newDevice", 1);
    refusal = [550, "no"];
    await sendAll();
    const own = await server.as(user);
    expect((await own.call(getUser, { path: { id: user.id } })).mail_refused).toBeNull();
  });
});
