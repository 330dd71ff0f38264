import { afterAll, describe, expect, test } from "vitest";
import {
  cancelInvoice,
  getInvoice,
  listInvoices,
  noteSent,
  printInvoices,
  sendInvoices,
  zipInvoices,
} from "#contract/calls/billing/invoices.ts";
import { sendMessageAgain } from "#contract/calls/access/messages.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { mailSender } from "#server/messages/mail/send-mail.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { mailServer } from "#test/support/mail/mail-server.ts";
import { textOf } from "#test/support/pdf.ts";

const { db } = await testDatabase({ mails: true });
let isFull = false;
const post = await mailServer({
  onReceiver: () => (isFull ? Object.assign(new Error("mailbox unavailable"), { responseCode: 550 }) : undefined),
});
const press = new PdfWorkers({ processes: 1 });
afterAll(async () => {
  await press.close();
  await post.close();
});
const settings = { SMTP_URL: post.url, MAIL_FROM: "archiv@archiv.example", PUBLIC_URL: "https://archiv.example" };
const server = await testServer(db, settings);
const { a } = server;
const staff = await server.asStaff();
const config = testConfig(settings);

async function invoiced(terms: object = { e_address: "rechnung@kanzlei.example" }) {
  const owner = await a.customer();
  await staff.call(setTerms, { path: { id: owner.id }, body: { price_list: null, ...terms } });
  return { owner, ...(await a.invoice(owner, { id: staff.userId })) };
}
const stateOf = async ({ id }: { id: number }) => (await staff.call(getInvoice, { path: { id } })).mail;
const sentOf = async ({ id }: { id: number }) => (await staff.call(getInvoice, { path: { id } })).sent;
const send = (invoices: readonly { id: number }[], more: { again?: boolean } = {}) =>
  staff.call(sendInvoices, { body: { invoices: invoices.map(({ id }) => id), ...more } });

/** Sends what is queued until nothing waits. */
async function deliver(): Promise<void> {
  const sender = config.mail && mailSender(db, config.mail, config, press);
  if (!sender) throw new Error("No mails are sent.");
  const stop = sendMessages(db, { mail: sender }, () => undefined);
  const waiting = () =>
    db.read
      .selectFrom("messages")
      .select("id")
      .where("done_at", "is", null)
      .where((is) => is.or([is("tries", "=", 0), is("leased_until", "is not", null)]))
      .execute();
  try {
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  } finally {
    await stop();
  }
}
const mailsTo = (address: string) => post.mails.filter(({ to }) => to.includes(address));

describe("invoices by mail", () => {
  test("go with their PDF to the address that is agreed, once, and are noted as sent", async () => {
    const invoice = await invoiced({ e_address: "einmal@kanzlei.example" });
    expect(await stateOf(invoice)).toEqual({ agreed: "einmal@kanzlei.example", to: null, state: null, failure: null });
    const [first, second] = await Promise.all([send([invoice]), send([invoice])]); // pressed twice
    expect(first.queued + second.queued).toBe(1);
    expect(await stateOf(invoice)).toMatchObject({ to: "einmal@kanzlei.example", state: "waiting" });
    await deliver();
    expect(await stateOf(invoice)).toMatchObject({ state: "sent", failure: null });
    expect(await sentOf(invoice)).toEqual(expect.any(String));
    const [mail, ...more] = mailsTo("einmal@kanzlei.example");
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Rechnung ${invoice.number}`);
    expect(mail?.raw).toContain(`filename=${invoice.number}.pdf`);
    expect(mail?.text).toContain("im Anhang finden Sie die Rechnung");
    expect(await send([invoice])).toMatchObject({ queued: 0, left: [{ reason: "Sie ist schon versandt." }] });
    expect(await send([invoice], { again: true })).toMatchObject({ queued: 1 });
  });

  test("of an XRechnung carry the XML that is the invoice", async () => {
    const invoice = await invoiced({ e_address: "amt@behoerde.example", invoice_form: "xrechnung" });
    await send([invoice]);
    await deliver();
    const [mail] = mailsTo("amt@behoerde.example");
    expect(mail?.raw).toContain(`filename=${invoice.number}.xml`);
    expect(mail?.raw).toContain(`filename=${invoice.number}.pdf`);
  });

  test("are left out with the reason where they cannot go, and the others go", async () => {
    const good = await invoiced({ e_address: "geht@kanzlei.example" });
    const silent = await invoiced({});
    const portal = await invoiced({ e_address: "04011000-1234512345-06", e_scheme: "0204" });
    const cancelled = await invoiced();
    await staff.call(cancelInvoice, { path: { id: cancelled.id }, body: { number: cancelled.number } });
    const { queued, left } = await send([good, silent, portal, cancelled]);
    expect(queued).toBe(1);
    expect(new Map(left.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [silent.id, "Es ist keine E-Mail-Adresse für Rechnungen vereinbart."],
        [portal.id, "Es ist keine E-Mail-Adresse für Rechnungen vereinbart."],
        [cancelled.id, "Sie ist storniert."],
      ]),
    );
    const { results } = await staff.call(listAudit, { query: { customer: good.owner.code } });
    expect(JSON.stringify(results)).toContain(`${good.number}: per E-Mail an geht@kanzlei.example`);
    expect((await staff.ask(sendInvoices, { body: { invoices: [good.id, 2_000_000_000] } })).status).toBe(404);
    const off = await testServer(db, {});
    const refused = await (await off.asStaff()).call(sendInvoices, { body: { invoices: [silent.id] } });
    expect(refused.left[0]?.reason).toBe("Auf diesem Server ist kein E-Mail-Versand eingerichtet.");
  });

  test("that fail are shown in the list with the reason, and go again to another address", async () => {
    const invoice = await invoiced({ e_address: "voll@kanzlei.example" });
    await send([invoice]);
    isFull = true;
    await deliver();
    isFull = false;
    expect(await stateOf(invoice)).toMatchObject({ state: "failed", failure: expect.stringContaining("mailbox") });
    expect(await sentOf(invoice)).toBeNull();
    await staff.call(setTerms, {
      path: { id: invoice.owner.id },
      body: { price_list: null, e_address: "neu@kanzlei.example" },
    });
    expect(await send([invoice])).toMatchObject({ queued: 1 });
    await deliver();
    expect(mailsTo("neu@kanzlei.example")).toHaveLength(1);
    expect(await stateOf(invoice)).toMatchObject({ state: "sent", to: "neu@kanzlei.example" });
  });

  test("that are cancelled while their mail waits stay here, and the list says so", async () => {
    const invoice = await invoiced({ e_address: "spaet@kanzlei.example" });
    await send([invoice]);
    await staff.call(cancelInvoice, { path: { id: invoice.id }, body: { number: invoice.number } });
    await deliver();
    expect(mailsTo("spaet@kanzlei.example")).toEqual([]);
    expect(await stateOf(invoice)).toMatchObject({ state: "failed", failure: expect.stringContaining("storniert") });
    expect(await sentOf(invoice)).toBeNull();
  });

  test("that failed are sent again from the outbox, too", async () => {
    const invoice = await invoiced({ e_address: "wieder@kanzlei.example" });
    await send([invoice]);
    const message = await db.write((tx) =>
      tx
        .updateTable("messages")
        .set({ done_at: new Date().toISOString(), failed: true, failure: "550 full" })
        .where("done_at", "is", null)
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    expect(await stateOf(invoice)).toMatchObject({ state: "failed", failure: "550 full" });
    await staff.call(sendMessageAgain, { path: { id: message.id } });
    expect(await stateOf(invoice)).toMatchObject({ state: "waiting" });
    await deliver();
    expect(await stateOf(invoice)).toMatchObject({ state: "sent" });
  });
});

describe("many invoices at once", () => {
  const several = async () => [
    await invoiced(),
    await invoiced(),
    await invoiced({ invoice_form: "xrechnung", e_address: "amt@land.example" }),
  ];

  test("are printed as one file, in the order of their numbers", async () => {
    const invoices = await several();
    const { status, bytes } = await staff.download(printInvoices, {
      query: {
        ids: invoices
          .map(({ id }) => id)
          .toReversed()
          .join(","),
      },
    });
    expect(status).toBe(200);
    const text = textOf(bytes);
    const places = invoices.map(({ number }) => text.indexOf(number));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
  });

  test("come as one zip, with the XML where that is the invoice", async () => {
    const invoices = await several();
    const ids = invoices.map(({ id }) => id).join(",");
    const { status, bytes } = await staff.download(zipInvoices, { query: { ids } });
    expect(status).toBe(200);
    const names = [...bytes.toString("latin1").matchAll(/RE-\d{4}-\d{5}\.(?:pdf|xml)/g)].map(([name]) => name);
    expect(new Set(names)).toEqual(
      new Set([...invoices.map(({ number }) => `${number}.pdf`), `${invoices[2]?.number}.xml`]),
    );
  });

  test("are noted as sent, and the list finds those that were not", async () => {
    const [one, other] = await several();
    if (!one || !other) throw new Error("There are three.");
    const unsent = async () =>
      (await staff.call(listInvoices, { query: { is_sent: false, limit: 100 } })).results.map(({ id }) => id);
    expect(await unsent()).toEqual(expect.arrayContaining([one.id, other.id]));
    const ids = [one.id, other.id];
    expect(await staff.call(noteSent, { body: { invoices: ids, is_sent: true } })).toEqual({ changed: 2 });
    expect(await staff.call(noteSent, { body: { invoices: ids, is_sent: true } })).toEqual({ changed: 0 });
    expect((await unsent()).filter((id) => ids.includes(id))).toEqual([]);
    expect(await staff.call(noteSent, { body: { invoices: [one.id], is_sent: false } })).toEqual({ changed: 1 });
    expect(await unsent()).toContain(one.id);
  });

  test("say nothing of the sending to a customer's user", async () => {
    const { owner, id } = await invoiced();
    const user = await a.user({ customers: [owner] });
    await a.invoiceReader(user, owner);
    const seen = await (await server.as(user)).call(getInvoice, { path: { id } });
    expect(seen).not.toHaveProperty("mail");
    expect((await (await server.as(user)).ask(sendInvoices, { body: { invoices: [id] } })).status).toBe(403);
  });
});
