import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { topicOfMail } from "#rules/access/mail-topics.ts";
import { isMailbox } from "#rules/access/mailbox.ts";
import { Database } from "#server/database/database.ts";
import type { Mail } from "#server/database/messages/mail-facts.ts";
import { notifyCustomer, notifyUser } from "#server/database/messages/notify-by-mail.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { mailServer } from "#test/support/mail/mail-server.ts";
import { giveAway, WrongMailbox } from "./mail-transport.ts";
import { fillTemplate } from "./mail-template.ts";
import { mailText } from "./mail-texts.ts";
import { mailSender } from "./send-mail.ts";

const { db, connection } = await testDatabase({ mails: true });
const { a } = await testServer(db);
const press = new PdfWorkers({ processes: 1 });
afterAll(() => press.close());
const post = await mailServer({
  onReceiver: (address) =>
    address.startsWith("full-") ? Object.assign(new Error("mailbox is full"), { responseCode: 452 }) : undefined,
});
afterAll(() => post.close());
const settings = {
  smtpUrl: post.url,
  from: "archiv@archiv.example",
  replyTo: "fragen@archiv.example",
  publicUrl: "https://archiv.example",
};

/** Sends all that is queued. */
async function send(until: () => Promise<void> | void): Promise<void> {
  const stop = sendMessages(db, { mail: mailSender(db, settings, testConfig(), press) }, () => undefined);
  try {
    await until();
  } finally {
    await stop();
  }
}
const messages = () => db.read.selectFrom("messages").selectAll().orderBy("id").execute();
const sendAll = () =>
  send(async () => {
    await expect
      .poll(async () => (await messages()).filter(({ done_at, tries }) => done_at === null && tries === 0))
      .toEqual([]);
    await expect.poll(async () => (await messages()).filter(({ leased_until }) => leased_until !== null)).toEqual([]);
  });
beforeEach(async () => {
  post.mails.length = 0;
  await db.write((tx) => tx.deleteFrom("messages").execute());
});

const order = { mail: "orderReceived", delivery: 7, code: 123, time: null, boxes: 2, contents: 1 } as const;

/** One of each, with the longest that they hold. */
const examples: readonly Mail[] = [
  { ...order, time: "2026-12-24T09:00:00Z" },
  { mail: "orderOnWay", delivery: 7, code: 123 },
  { mail: "vanUnderway", delivery: 7, code: 123, kind: 0 },
  { mail: "notMet", delivery: 7, code: 123, kind: 2, absence: "closed" },
  { mail: "orderHandedOver", delivery: 7, code: 123 },
  {
    mail: "orderMoved",
    delivery: 7,
    code: 123,
    isReturn: false,
    from: "2026-12-24T09:00:00Z",
    to: "2026-12-28T09:00:00Z",
  },
  { mail: "orderMoved", delivery: 7, code: 123, isReturn: true, from: null, to: "2026-12-28T09:00:00Z" },
  { mail: "orderCancelled", delivery: 7, code: 123 },
  { mail: "returnAnnounced", delivery: 7, code: 123, time: null, boxes: 1, contents: 0 },
  { mail: "returnReceived", delivery: 7, code: 123 },
  { mail: "pickupReceived", delivery: 7, code: 123, time: null, boxes: 1, contents: 2, empty: 3 },
  { mail: "pickupDone", delivery: 7, code: 123 },
  { mail: "copiesOrdered", delivery: 7, code: 123, time: "2026-12-24T09:00:00Z", boxes: 1, contents: 2 },
  { mail: "copiesReady", delivery: 7, code: 123, until: "2027-01-24" },
  { mail: "boxBack", box: 5, code: "0001000005", until: "2026-12-24T09:00:00Z" },
  { mail: "boxesOverdue", boxes: 3, day: "2026-12-24" },
  { mail: "destructionProposed", batch: 12, boxes: 40 },
  { mail: "destructionEnds", batch: 12, until: "2026-12-24T23:00:00Z" },
  { mail: "certificate", batch: 12, number: "2026-000012" },
  { mail: "boxLost", box: 5, code: "0001000005" },
  { mail: "holdSet", boxes: 3 },
  { mail: "holdSet", boxes: null },
  { mail: "importDone", id: 9 },
  { mail: "invoiceIssued", invoice: 1_204_667_123, number: "RE-2026-00042" },
  { mail: "invoiceCancelled", invoice: 1_204_667_124, number: "ST-2026-00003", corrects: "RE-2026-00042" },
  { mail: "invitation" },
  { mail: "passwordLink" },
  { mail: "newDevice", at: "2026-12-24T09:00:00Z" },
  { mail: "addressLeft", address: "frueher@example.com" },
  { mail: "addressChanged", links: "2026-12-24T09:00:00Z" },
];

test("each mail to customers has an example here, and a change that queues it", () => {
  const files = globSync("../../{features,database}/**/*.ts", { cwd: import.meta.dirname });
  const sources = files
    .filter((file) => !file.endsWith(".test.ts") && !file.endsWith("mail-facts.ts"))
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
    .join("\n");
  const isMissing = (kind: string) => !sources.includes(`"${kind}"`) || !examples.some(({ mail }) => mail === kind);
  expect(Object.keys(topicOfMail).filter(isMissing)).toEqual([]);
});

describe("an address", () => {
  test("is one mailbox, and nothing that a header takes for more", () => {
    for (const address of [
      "erika@example.com",
      "erika.muster+archiv@mail.example.com",
      "erika@müller.example",
      "o'neill@example.com",
    ])
      expect(isMailbox(address), address).toBe(true);
    for (const address of [
      "erika@example.com\nBcc: all@example.com",
      "erika@example.com\r\n",
      "erika\u0000@example.com",
      "erika\u2028@example.com",
      "a@example.com,b@example.com",
      "a@example.com;b@example.com",
      "Team: a@example.com, b@example.com;",
      "Team:a@example.com;",
      "Erika <erika@example.com>",
      "<erika@example.com>",
      '"a b"@example.com',
      "a(b)@example.com",
      "a@b@example.com",
      "a\\@example.com",
      "a@[127.0.0.1]",
      "a@example",
      "a@.example.com",
      "@example.com",
      "",
      `${"a".repeat(10_240)}@example.com`,
    ])
      expect(isMailbox(address), JSON.stringify(address)).toBe(false);
  });

  const mail = {
    name: "m",
    from: { name: "Archiv", address: settings.from },
    subject: "Text",
    text: "Text",
    html: "Text",
  };

  test("that is more than one mailbox is refused before anybody is asked", async () => {
    for (const address of ["a@example.com, b@example.com", "a@example.com\nBcc: b@example.com", "Team: a@example.com;"])
      await expect(giveAway({ ...mail, to: { name: "", address } }, settings)).rejects.toThrow(WrongMailbox);
    expect(post.mails).toEqual([]);
  });

  test("is sent over TLS, but on this machine or where the configuration says otherwise; with a password always", async () => {
    // the loopback by a name that is not known as such
    const smtpUrl = post.url.replace("127.0.0.1", "127.1");
    const to = { name: "", address: "erika@example.com" };
    await expect(giveAway({ ...mail, to }, { ...settings, smtpUrl })).rejects.toThrow(/TLS/i);
    const withPassword = smtpUrl.replace("//", "//a:b@");
    const plain = { ...settings, allowsPlain: true };
    await expect(giveAway({ ...mail, to }, { ...plain, smtpUrl: withPassword })).rejects.toThrow(/TLS/i);
    expect(post.mails).toEqual([]);
    await giveAway({ ...mail, to }, { ...plain, smtpUrl });
    expect(post.mails).toHaveLength(1);
  });

  test("keeps its mail to itself, whatever its name and the subject say", async () => {
    const name = `Erika" <b@example.com>,\r\nBcc: c@example.com\r\n ${"x".repeat(10_240)}`;
    const subject = "Neues\r\nBcc: d@example.com\r\n\r\nText";
    await giveAway({ ...mail, subject, to: { name, address: "erika@example.com" } }, settings);
    expect(post.mails).toHaveLength(1);
    expect(post.mails[0]?.to).toEqual(["erika@example.com"]);
    expect(post.mails[0]?.headers.has("bcc")).toBe(false);
    const longest = Math.max(...post.mails[0]!.raw.split("\r\n").map((line) => line.length));
    expect(longest, "of one line").toBeLessThan(998);
  });
});

describe("a mail", () => {
  test("goes to who wants it as text and as page with one link, and no program answers it", async () => {
    const customer = await a.customer({ name: "Kanzlei <Süd> & Söhne" });
    const user = await a.user({ customers: [customer], firstName: "Erika", lastName: "Müßig" });
    await db.write((tx) => notifyCustomer(tx, customer.id, order, 7));
    await sendAll();
    const [mail] = post.mails;
    expect(post.mails).toHaveLength(1);
    expect(mail?.to).toEqual([user.email]);
    expect(mail?.subject).toBe("Bestellung 000123 ist eingegangen");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.headers.get("reply-to")).toBe("fragen@archiv.example");
    for (const text of [mail!.text, mail!.html]) {
      expect(text).toContain("Guten Tag Erika Müßig,");
      expect(text).toContain("2 Boxen und 1 Inhalt");
      expect(text).toContain("https://archiv.example/deliveries/7");
      expect(text).toContain("https://archiv.example/account");
    }
    expect(mail?.text).toContain("Kanzlei <Süd> & Söhne");
    expect(mail?.html).toContain("Kanzlei &lt;Süd&gt; &amp; Söhne");
  });

  test("that is sent again has the same Message-ID, and no two mails have one", async () => {
    const user = await a.user({});
    const at = "2026-12-24T09:00:00Z";
    await db.write((tx) => notifyUser(tx, user.id, { mail: "newDevice", at }, 1));
    await db.write((tx) => notifyUser(tx, user.id, { mail: "newDevice", at }, 2));
    await sendAll();
    await db.write((tx) => sql`update messages set done_at = null`.execute(tx));
    await send(async () => {
      await expect.poll(() => post.mails.length).toBe(4);
    });
    const names = post.mails.map(({ headers }) => headers.get("message-id"));
    expect(names.slice(0, 2)).toEqual(names.slice(2));
    expect(new Set(names).size).toBe(2);
  });

  test("is not sent to who may not sign in any more, or not see the customer", async () => {
    const [customer, other] = [await a.customer(), await a.customer()];
    const ended = await a.user({ customers: [customer] });
    const moved = await a.user({ customers: [customer] });
    await db.write((tx) => notifyCustomer(tx, customer.id, order, 8));
    await db.write(async (tx) => {
      await tx.updateTable("users").set({ active: false }).where("id", "=", ended.id).execute();
      await tx.updateTable("customer_users").set({ customer_id: other.id }).where("user_id", "=", moved.id).execute();
    });
    await sendAll();
    expect(post.mails).toEqual([]);
    const note = "Nicht gesendet: Der Empfänger hat keinen Zugang mehr.";
    expect(await messages()).toMatchObject([
      { failed: false, failure: note },
      { failed: false, failure: note },
    ]);
  });

  test("of a customer's business is not sent to who was to be notified and has never signed in", async () => {
    const customer = await a.customer();
    const user = await a.user({ customers: [customer] });
    await db.write((tx) => notifyCustomer(tx, customer.id, order, 8));
    await db.write((tx) => tx.updateTable("users").set({ last_login: null }).where("id", "=", user.id).execute());
    await sendAll();
    expect(post.mails).toEqual([]);
  });

  test("about an invoice is not sent to who may not see it any more", async () => {
    const customer = await a.customer();
    const [reader, former] = [await a.user({ customers: [customer] }), await a.user({ customers: [customer] })];
    await a.invoiceReader(reader, customer);
    await a.invoiceReader(former, customer);
    const invoice = { mail: "invoiceIssued", invoice: 1, number: "RE-2026-00001" } as const;
    await db.write((tx) => notifyCustomer(tx, customer.id, invoice, 1));
    await db.write((tx) =>
      tx.updateTable("customer_users").set({ may_see_invoices: false }).where("user_id", "=", former.id).execute(),
    );
    await sendAll();
    expect(post.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[reader.email], "Rechnung RE-2026-00001 liegt bereit"],
    ]);
  });

  test("that the server of its receiver does not take is tried again, and says why", async () => {
    const user = await a.user({ email: "full-erika@example.com" });
    await db.write((tx) => notifyUser(tx, user.id, { mail: "newDevice", at: "2026-12-24T09:00:00Z" }, 1));
    await sendAll();
    expect(await messages()).toMatchObject([
      { done_at: null, tries: 1, failure: expect.stringContaining("mailbox is full") as string },
    ]);
  });

  test("is not queued where no mails are sent", async () => {
    const customer = await a.customer();
    const user = await a.user({ customers: [customer] });
    const silent = new Database(connection);
    await silent.write(async (tx) => {
      await notifyUser(tx, user.id, { mail: "invitation" }, 1);
      await notifyCustomer(tx, customer.id, order, 9);
    });
    await silent.close();
    expect(await messages()).toEqual([]);
  });
});

describe("the words", () => {
  const reader = { reader: "Erika Muster", customer: "0001 Muster AG", choices: "https://archiv.example/account" };
  const sender = {
    productTitle: "Magazin",
    providerName: "Muster Archiv GmbH",
    lines: ["Lagerweg 12", "28195 Bremen"],
  };

  test.each(examples.map((mail) => [mail.mail, mail] as const))(
    "of %s have one link, and the same in both forms",
    (_name, mail) => {
      const words = mailText(mail);
      const link = `https://archiv.example${words.button?.path ?? ""}`;
      const { text, html } = fillTemplate({ ...words, ...reader, link, sender });
      for (const sentence of words.paragraphs) expect(text).toContain(sentence);
      const seen = html.replaceAll(/<[^>]+>/g, "");
      for (const sentence of words.paragraphs) expect(seen).toContain(sentence);
      const links = new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href));
      expect(links).toEqual(new Set([link, reader.choices]));
      expect(words.subject.length).toBeLessThan(78);
      expect(`${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/);
      expect(html, "nothing is fetched when it is read").not.toMatch(/<(img|link|script|iframe)|url\(/i);
    },
  );
});
