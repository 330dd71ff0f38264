import { describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { createDebitFile, debitFile, deleteDebitFile, listDebitFiles } from "#contract/calls/billing/debit-files.ts";
import { cancelInvoice, invoicePdf, invoiceXml, issueInvoice, noteInvoice } from "#contract/calls/billing/invoices.ts";
import { getTerms, setTerms } from "#contract/calls/billing/terms.ts";
import { berlinDay } from "#rules/dates.ts";
import { allAt, parseXml, textAt, type XmlNode } from "#test/billing/xml-tree.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { providerSettings } from "#test/support/provider.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const by = { id: staff.userId };
const today = berlinDay(new Date());
const sentence = (text: string) => ({ non_field_errors: [text] });
const mandate = { sepa_mandate: "M-7", mandate_date: "2026-01-15", iban: "DE89 3704 0044 0532 0130 00" };
const halfMandate = sentence("Für Lastschriften gehören Mandatsreferenz, Tag der Unterschrift und IBAN zusammen.");

const payments = (document: XmlNode) => allAt(document, "CstmrDrctDbtInitn/PmtInf/DrctDbtTxInf");
async function fileOf(id: number): Promise<XmlNode> {
  const { bytes } = await staff.download(debitFile, { path: { id } });
  return parseXml(bytes.toString());
}
const numbersIn = (document: XmlNode) => payments(document).map((each) => textAt(each, "PmtId/EndToEndId"));

describe("a mandate", () => {
  test("stands with its account in the terms, without spaces, and goes again", async () => {
    const { id } = await a.customer();
    await staff.call(setTerms, { path: { id }, body: { price_list: null, ...mandate } });
    expect(await staff.call(getTerms, { path: { id } })).toMatchObject({ ...mandate, iban: "DE89370400440532013000" });
    await staff.call(setTerms, { path: { id }, body: { price_list: null } });
    expect(await staff.call(getTerms, { path: { id } })).toMatchObject({
      sepa_mandate: "",
      mandate_date: null,
      iban: "",
    });
  });

  test.each([
    [{ sepa_mandate: "" }, halfMandate],
    [{ iban: "" }, halfMandate],
    [{ mandate_date: null }, halfMandate],
    [{ mandate_date: "2999-01-01" }, { mandate_date: ["Der Tag der Unterschrift liegt in der Zukunft."] }],
    [
      { iban: "DE88370400440532013000" },
      { iban: ["Die Prüfziffern der IBAN stimmen nicht. Vermutlich ist eine Stelle falsch oder vertauscht."] },
    ],
  ])("that is not whole or wrong is refused: %j", async (change, errors) => {
    const { id } = await a.customer();
    const body = { price_list: null, ...mandate, ...change };
    expect(await staff.refusal(setTerms, { path: { id }, body })).toEqual(errors);
  });

  expensive("an invoice and its cancellation, as XML and on paper")(
    "is on the invoice, which says when the amount is collected, and has no code for a transfer",
    async () => {
      const owner = await a.customer();
      const { id, number, due } = await a.debitInvoice(owner, by);
      const { bytes } = await staff.download(invoiceXml, { path: { id } });
      const xml = bytes.toString();
      expect(xml).toContain(`<ram:DirectDebitMandateID>M-${owner.id}</ram:DirectDebitMandateID>`);
      expect(xml).toContain("<ram:TypeCode>59</ram:TypeCode>");
      const text = textOf((await staff.download(invoicePdf, { path: { id } })).bytes).replaceAll(/\s+/g, " ");
      const [year, month, day] = due.split("-");
      expect(text).toContain(`Wir ziehen den Betrag am ${day}.${month}.${year}`);
      expect(text).not.toContain("GiroCode");
      const cancelled = await staff.call(cancelInvoice, { path: { id }, body: { number } });
      const cancellation = await staff.download(invoiceXml, { path: { id: cancelled.id } });
      expect(cancellation.bytes.toString()).not.toContain("DirectDebitMandateID");
    },
  );

  test("without the provider's creditor identifier stands in the way of an invoice", async () => {
    const bare = await testServer(db, { ...providerSettings, PROVIDER_CREDITOR_ID: "" });
    const boss = await bare.asStaff();
    const owner = await a.customer();
    await boss.call(setTerms, { path: { id: owner.id }, body: { price_list: null, ...mandate } });
    const body = { customer: owner.id, month: await a.billableMonth(owner) };
    expect(await boss.refusal(issueInvoice, { body })).toEqual(
      sentence("Für Lastschriften fehlt dem Archiv die Gläubiger-ID. Bitte unter Abrechnung → Unser Archiv eintragen."),
    );
  });
});

describe("a file of direct debits", () => {
  test("has each invoice that is due once, with its mandate and the sum of all, the same bytes each time", async () => {
    const owner = await a.customer({ name: "Müller & Söhne" });
    const [first, second] = [await a.debitInvoice(owner, by), await a.debitInvoice(await a.customer(), by)];
    const until = first.due;
    const before = await staff.call(listDebitFiles, { query: { until } });
    const file = await staff.call(createDebitFile, { body: { until } });
    expect(before.open).toEqual({ invoices: file.invoices, gross: file.gross });
    const document = await fileOf(file.id);
    expect(numbersIn(document)).toEqual(expect.arrayContaining([first.number, second.number]));
    expect(textAt(document, "CstmrDrctDbtInitn/GrpHdr/CtrlSum")).toBe(file.gross);
    const payment = payments(document).find((each) => textAt(each, "PmtId/EndToEndId") === first.number);
    expect(payment && textAt(payment, "Dbtr/Nm")).toBe("Mueller + Soehne");
    expect(payment && textAt(payment, "DrctDbtTx/MndtRltdInf/MndtId")).toBe(`M-${owner.id}`);
    expect(payment && textAt(payment, "InstdAmt")).toBe("57.12");
    const [once, again] = await Promise.all([1, 2].map(() => staff.download(debitFile, { path: { id: file.id } })));
    expect(once?.bytes.equals(again?.bytes ?? Buffer.of())).toBe(true);
    expect((await staff.call(listDebitFiles, { query: { until } })).open).toEqual({ invoices: 0, gross: "0.00" });
    expect(await staff.refusal(createDebitFile, { body: { until } })).toEqual(
      sentence("Bis zu diesem Tag ist keine Rechnung einzuziehen."),
    );
    const { results } = await staff.call(listAudit, {});
    expect(results.map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringMatching(`^Lastschriften eingezogen: Datei ${file.id}, `)]),
    );
  });

  test("leaves out what is cancelled, paid, paid by transfer, or due later", async () => {
    const [cancelled, paid, later] = [
      await a.debitInvoice(await a.customer(), by),
      await a.debitInvoice(await a.customer(), by),
      await a.debitInvoice(await a.customer(), by),
    ];
    const transfer = await a.invoice(await a.customer(), by);
    await staff.call(cancelInvoice, { path: { id: cancelled.id }, body: { number: cancelled.number } });
    await staff.call(noteInvoice, { path: { id: paid.id }, body: { paid_on: today } });
    expect(await staff.refusal(createDebitFile, { body: { until: today } })).toEqual(
      sentence("Bis zu diesem Tag ist keine Rechnung einzuziehen."),
    );
    const { id } = await staff.call(createDebitFile, { body: { until: later.due } });
    const numbers = numbersIn(await fileOf(id));
    expect(numbers).toContain(later.number);
    for (const { number } of [cancelled, paid, transfer]) expect(numbers).not.toContain(number);
  });

  test("that is taken back lets its invoices be collected again", async () => {
    const { number, due } = await a.debitInvoice(await a.customer(), by);
    const { id } = await staff.call(createDebitFile, { body: { until: due } });
    await staff.call(deleteDebitFile, { path: { id } });
    expect((await staff.ask(deleteDebitFile, { path: { id } })).status).toBe(404);
    const again = await staff.call(createDebitFile, { body: { until: due } });
    expect(numbersIn(await fileOf(again.id))).toContain(number);
  });

  test("takes no invoice that another one takes at the same time", async () => {
    const made = [await a.debitInvoice(await a.customer(), by), await a.debitInvoice(await a.customer(), by)];
    const until = made[0]?.due ?? "";
    await Promise.allSettled(Array.from({ length: 6 }, () => staff.call(createDebitFile, { body: { until } })));
    const { results } = await staff.call(listDebitFiles, { query: { until } });
    const all = await Promise.all(results.map(async ({ id }) => numbersIn(await fileOf(id))));
    for (const { number } of made) expect(all.flat().filter((each) => each === number)).toEqual([number]);
  });

  test.each([
    ["2031-12-12T19:00:00Z", "", "2031-12-16"], // a Friday evening
    ["2031-12-12T19:00:00Z", "21:00", "2031-12-15"], // before an hour that is set
    ["2031-12-13T09:00:00Z", "", "2031-12-16"], // a Saturday
    ["2031-12-24T09:00:00Z", "", "2031-12-29"], // Christmas Eve, before noon
    ["2031-12-24T12:00:00Z", "", "2031-12-30"],
  ])("made at %s with the hour %j is collected on %s", async (now, SEPA_CUTOFF, collect_on) => {
    const instance = await testServer(db, { SEPA_CUTOFF }, { now: () => new Date(now) });
    const clerk = await instance.as(by);
    await a.debitInvoice(await a.customer(), by);
    const made = await clerk.call(createDebitFile, { body: { until: "2031-12-01" } });
    expect(made).toMatchObject({ collect_from: collect_on, collect_to: collect_on });
    expect(textAt(await fileOf(made.id), "CstmrDrctDbtInitn/PmtInf/ReqdColltnDt")).toBe(collect_on);
  });

  test("writes names of every script in Latin letters, and is refused with the invoice's number where nothing is left of one", async () => {
    const [greek, signs] = [await a.customer({ name: "Παπαδόπουλος ΑΕ" }), await a.customer({ name: "📦 …" })];
    const { number, due } = await a.debitInvoice(greek, by);
    const wrong = await a.debitInvoice(signs, by);
    expect(await staff.refusal(createDebitFile, { body: { until: due } })).toEqual(
      sentence(
        `Die Rechnung ${wrong.number} ist an „📦 …“ gestellt. Den Namen kann die Bank nicht lesen, denn er hat weder Buchstaben noch Ziffern. Stornieren Sie die Rechnung, ändern Sie den Namen in der Adresse des Kunden und rechnen Sie neu ab.`,
      ),
    );
    await staff.call(cancelInvoice, { path: { id: wrong.id }, body: { number: wrong.number } });
    const { id } = await staff.call(createDebitFile, { body: { until: due } });
    const payment = payments(await fileOf(id)).find((each) => textAt(each, "PmtId/EndToEndId") === number);
    expect(payment && textAt(payment, "Dbtr/Nm")).toBe("Papadopoylos AE");
  });
});
