import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { billingArchive, datevStack } from "#contract/calls/billing/exports.ts";
import { cancelInvoice, invoiceXml, issueInvoice } from "#contract/calls/billing/invoices.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { monthDays } from "#rules/billing/month.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { providerSettings } from "#test/support/provider.ts";
import { expensive } from "#test/support/tiers.ts";
import { unzipped } from "#test/support/zip.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const bare = await testServer(db, { DATEV_CLIENT: "", DATEV_REVENUE: "" });
const exempt = await testServer(db, { ...providerSettings, DATEV_REVENUE: "E=8100" });
const { a } = server;
const staff = await server.asStaff();
const month = berlinDay(new Date()).slice(0, 7);
const year = Number(month.slice(0, 4));
const by = { id: staff.userId };
const sentence = (text: string) => ({ non_field_errors: [text] });
const refusalOf = (client: typeof staff, query: { month: string }) => client.refusal(datevStack, { query });

describe("what goes to the accountant", () => {
  test("is every invoice and cancellation that was issued in the month, and nothing of another one", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const [first, second] = [await a.invoice(owner, by), await a.invoice(other, by)];
    await staff.call(cancelInvoice, { path: { id: first.id }, body: { number: first.number } });
    const { bytes, headers } = await staff.download(datevStack, { query: { month } });
    expect(headers.get("content-disposition")).toContain(`EXTF_Rechnungen_${month}.csv`);
    expect(headers.get("content-type")).toBe("text/csv; charset=windows-1252");
    const rows = bytes.toString("latin1").split("\r\n").slice(2, -1);
    const exported = rows
      .map((row) => row.split(";"))
      .map((cells) => [cells[0], cells[1], cells[6], cells[7], cells[10]]);
    const debtor = ({ code }: { readonly code: number }) => String(10_000 + code);
    expect(exported).toEqual([
      ["57,12", '"S"', debtor(owner), "8400", `"${first.number}"`],
      ["57,12", '"S"', debtor(other), "8400", `"${second.number}"`],
      ["57,12", '"H"', debtor(owner), "8400", `"${first.number}"`],
    ]);
    const { results } = await staff.call(listAudit, {});
    expect(results.map(({ text }) => text)).toContain(`DATEV-Buchungsstapel, ${month} (3)`);
  });

  test("is refused where nothing was issued, a setting is not set, or an account is missing", async () => {
    await a.invoice(await a.customer(), by);
    expect(await refusalOf(staff, { month: addMonths(month, -30) })).toEqual(
      sentence("In dieser Zeit ist keine Rechnung ausgestellt."),
    );
    expect(await refusalOf(await bare.asStaff(), { month })).toEqual(
      sentence("Für DATEV fehlen Angaben des Archivs: DATEV_CLIENT, DATEV_REVENUE."),
    );
    expect(await refusalOf(await exempt.asStaff(), { month })).toEqual(
      sentence("Für DATEV fehlt in DATEV_REVENUE ein Erlöskonto für S."),
    );
    expect(await refusalOf(staff, { month: "2026-13" })).toHaveProperty("month");
  });
});

describe("the archive of a year", () => {
  test("holds each invoice's XML, what a paper one says, every line, and the checksum of all", async () => {
    const [owner, onPaper] = [await a.customer(), await a.customer()];
    await staff.call(setTerms, { path: { id: onPaper.id }, body: { price_list: null, invoice_form: "paper" } });
    const [invoice, paper] = [await a.invoice(owner, by), await a.invoice(onPaper, by)];
    const { bytes, headers } = await staff.download(billingArchive, { query: { year } });
    expect(Number(headers.get("content-length"))).toBe(bytes.length);
    const files = unzipped(bytes);
    const xml = await staff.download(invoiceXml, { path: { id: invoice.id } });
    expect(files.get(`rechnungen/${invoice.number}.xml`)?.equals(xml.bytes)).toBe(true);
    expect(JSON.parse(String(files.get(`rechnungen/${paper.number}.json`)))).toMatchObject({ number: paper.number });
    const manifest = JSON.parse(String(files.get("manifest.json"))) as {
      readonly invoices: number;
      readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
    };
    expect(manifest.files.map(({ name }) => name)).toEqual(
      [...files.keys()].filter((name) => name !== "manifest.json"),
    );
    for (const { name, bytes: length, sha256 } of manifest.files) {
      const content = files.get(name) ?? Buffer.alloc(0);
      expect([content.length, createHash("sha256").update(content).digest("hex")], name).toEqual([length, sha256]);
    }
    const lines = String(files.get("positionen.csv")).split("\r\n");
    expect(lines).toHaveLength(1 + manifest.invoices + 1);
    expect(lines.find((line) => line.startsWith(paper.number))).toContain(";Arbeitszeit;Umräumen;");
  });

  expensive("twenty-two invoices in one archive")(
    "holds more invoices than are read at once, each of them once",
    async () => {
      const owner = await a.customer();
      const numbers: string[] = [];
      for (let nth = 0; nth < 22; nth++) numbers.push((await a.invoice(owner, by)).number);
      const files = [...unzipped((await staff.download(billingArchive, { query: { year } })).bytes).keys()];
      for (const number of numbers) expect(files).toContain(`rechnungen/${number}.xml`);
    },
  );

  test("is refused where nothing was issued, and put on record where it was taken", async () => {
    await a.invoice(await a.customer(), by);
    expect(await staff.refusal(billingArchive, { query: { year: year - 5 } })).toEqual(
      sentence("In dieser Zeit ist keine Rechnung ausgestellt."),
    );
    await staff.download(billingArchive, { query: { year } });
    const { results } = await staff.call(listAudit, {});
    expect(results[0]?.text).toMatch(new RegExp(`^Archiv der Rechnungen, ${year} \\(\\d+\\)$`));
  });
});

describe("what goes to the accountant of services of months before", () => {
  test("says of each row the month of its service, of late ones their own, and a cancellation the same", async () => {
    const owner = await a.customer({ name: "Щукин" });
    const [before, earlier] = [addMonths(month, -1), addMonths(month, -2)];
    const issue = (billed: string) => staff.call(issueInvoice, { body: { customer: owner.id, month: billed } });
    const work = (day: string) =>
      staff.call(createServiceEntry, {
        body: { customer: owner.id, day, item: "hours", quantity: "1.000", price: "10.00", text: "Umräumen" },
      });
    await a.billableMonth(owner);
    await work(`${earlier}-05`);
    await issue(earlier);
    await work(`${earlier}-06`);
    const { id, number } = await issue(before);
    await staff.call(cancelInvoice, { path: { id }, body: { number } });
    const { bytes } = await staff.download(datevStack, { query: { month } });
    const rows = bytes
      .toString("latin1")
      .split("\r\n")
      .map((row) => row.split(";"));
    const exported = rows
      .filter((cells) => cells[10] === `"${number}"`)
      .map((cells) => [cells[1], cells[0], cells[114], cells[115]]);
    expect(rows.find((cells) => cells[10] === `"${number}"`)?.[13]).toMatch(/Shchukin"$/);
    const last = (day: string) => addDays(monthDays(day).to, -1).split("-").toReversed().join("");
    expect(exported).toEqual(
      ['"S"', '"H"'].flatMap((side) => [
        [side, "11,90", last(earlier), last(earlier)],
        [side, "57,12", last(before), last(before)],
      ]),
    );
  });
});
