import { describe, expect, test } from "vitest";
import { serviceLine, computeTotals } from "#rules/billing/invoice-lines.ts";
import { type BilledItem, billedItems } from "#rules/billing/items.ts";
import { amountSum } from "#rules/billing/decimal.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { goldenInvoices } from "#test/billing/golden-invoices.ts";
import { fc } from "#test/support/random.ts";
import { accountDigits, type Accounts, bookkeepingOf, type Bookkeeping, readAccounts, vatKey } from "./accounts.ts";
import { bookingsOf, missingAccounts, shareOut } from "./bookings.ts";
import { cp1252, plainText } from "./cp1252.ts";
import { stackColumns, writeStack } from "./write-stack.ts";

const read = (text: string, by: "vat" | "item"): Accounts => {
  const accounts = readAccounts(text, by);
  if ("wrong" in accounts) throw new Error(accounts.wrong);
  return accounts;
};
const bookkeeping: Bookkeeping = {
  consultant: 29_098,
  client: 55_003,
  revenue: read("S=8400;S7=8300;E=8100;AE=8337", "vat"),
  items: read("storage=8401;trip/AE=8338;hours=8402", "item"),
  debtors: 10_000,
};
const { metreDays, cancellation } = goldenInvoices;

const vats = [
  { vat_category: "S", vat_rate: "19.00" },
  { vat_category: "S", vat_rate: "7.00" },
  { vat_category: "E", vat_rate: "0.00" },
  { vat_category: "AE", vat_rate: "0.00" },
] as const;
const anyLine = fc.record({
  item: fc.constantFrom(...(Object.keys(billedItems) as BilledItem[])),
  vat: fc.constantFrom(...vats),
  month: fc.constantFrom("2026-10", "2026-11", undefined),
  quantity: fc.integer({ min: 1, max: 99_999 }).map((thousandths) => (thousandths / 1000).toFixed(3)),
  price: fc.integer({ min: 0, max: 9_999_999 }).map((parts) => (parts / 10_000).toFixed(4)),
});
const anyInvoice = fc.array(anyLine, { minLength: 1, maxLength: 30 }).map((some): InvoiceSnapshot => {
  const lines = some.map(({ vat, month, ...line }) => ({
    ...serviceLine({ ...line, ...vat, unit: "piece", text: "", cost_centre: "" }),
    ...(month && { month }),
  }));
  return { ...metreDays, lines, ...computeTotals(lines) };
});

describe("the bookings of an invoice", () => {
  test("are its gross amount to the cent, however its lines are spread over accounts and taxes", () => {
    fc.assert(
      fc.property(anyInvoice, (invoice) => {
        const bookings = bookingsOf(invoice, bookkeeping);
        expect(amountSum(bookings.map(({ amount }) => amount))).toBe(invoice.gross);
        for (const { amount } of bookings) expect(amount).toMatch(/^(?!0\.00$)\d+\.\d\d$/);
        expect(new Set(bookings.map(({ account, served }) => `${account} ${served}`)).size).toBe(bookings.length);
        expect(bookingsOf(structuredClone(invoice), bookkeeping)).toEqual(bookings);
      }),
    );
  });

  test("give every account of a tax its share, off by less than a cent", () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 9n),
        fc.array(fc.bigInt(-(10n ** 9n), 10n ** 9n), { minLength: 1, maxLength: 20 }),
        (total, weights) => {
          const parts = shareOut(total, weights);
          const whole = weights.reduce((sum, one) => sum + one, 0n);
          expect(parts.reduce((sum, one) => sum + one, 0n)).toBe(total);
          if (whole === 0n) return;
          for (const [index, part] of parts.entries()) {
            const off = part * whole - total * (weights[index] ?? 0n);
            const most = whole < 0n ? -whole : whole;
            expect(off < most && off > -most).toBe(true);
          }
        },
      ),
    );
    expect(shareOut(2n, [1n, 1n, 1n])).toEqual([1n, 1n, 0n]);
  });

  test("owe what an invoice says, gross, of the customer's debtor, and a cancellation turns them under the first number", () => {
    const [first] = bookingsOf(metreDays, bookkeeping);
    expect(first).toMatchObject({ side: "S", debtor: "10042", account: "8401", amount: metreDays.gross });
    expect(first).toMatchObject({ reference: metreDays.number, day: metreDays.issued_on, due: metreDays.due_on });
    const bookings = bookingsOf(cancellation, bookkeeping);
    expect(bookings.map(({ side }) => side)).toEqual(bookings.map(() => "H"));
    for (const { reference, text } of bookings) {
      expect(reference).toBe(cancellation.corrects?.number);
      expect(text).toContain(cancellation.number);
    }
    expect(amountSum(bookings.map(({ amount }) => amount))).toBe(cancellation.gross);
  });

  test("turn their side where more is settled on an account than is owed on it", () => {
    const { advanceWithReturn } = goldenInvoices;
    const settled = advanceWithReturn.lines.filter(({ net }) => net.startsWith("-"));
    const [back] = settled;
    if (!back) throw new Error("The golden invoice settles nothing.");
    const hours = {
      ...back,
      item: "hours",
      unit: "hour",
      quantity: "100.000",
      price: "60.0000",
      base: 1,
      net: "6000.00",
    } as const;
    const lines = [back, hours];
    const invoice = { ...advanceWithReturn, lines, ...computeTotals(lines) };
    const bookings = bookingsOf(invoice, bookkeeping);
    expect(bookings.map(({ account, side }) => [account, side])).toEqual([
      ["8401", "H"],
      ["8402", "S"],
    ]);
    const [minus = "", plus = ""] = bookings.map(({ amount }) => amount);
    expect(amountSum([plus, `-${minus}`])).toBe(invoice.gross);
  });

  test("are declared in the month of the service, late ones and those of a quarter in their own, and a cancellation as what it cancels", () => {
    const served = (invoice: InvoiceSnapshot) =>
      bookingsOf(invoice, bookkeeping).map((row) => [row.account, row.served, row.text.slice(0, 7)]);
    expect(served(goldenInvoices.lateService)).toEqual([
      ["8401", "2026-11-30", "11/2026"],
      ["8402", "2026-10-31", "10/2026"],
    ]);
    const quarter = { ...goldenInvoices.quarterWithNewPrice, issued_on: "2027-01-04" };
    const months = ["2026-10-31", "2026-11-30", "2026-12-31"];
    expect(served(quarter).map(([, day]) => day)).toEqual(months);
    const cancelled = {
      ...quarter,
      kind: 381,
      issued_on: "2027-02-01",
      corrects: { number: "1", issued_on: "2027-01-04" },
    } as const;
    expect(bookingsOf(cancelled, bookkeeping).map((row) => [row.served, row.day])).toEqual(
      months.map((day) => [day, "2027-02-01"]),
    );
    const [line] = metreDays.lines;
    if (!line) throw new Error("The golden invoice has no line.");
    const lines = [
      { ...line, from: null, to: null, month: "2026-10" },
      { ...line, from: null, to: null },
    ];
    expect(served({ ...metreDays, lines, ...computeTotals(lines) }).map(([, day]) => day)).toEqual([
      "2026-10-31",
      "2026-11-30",
    ]);
  });

  test("are declared on the day of an invoice in advance, which DATEV takes no later service with", () => {
    const quarter = { ...goldenInvoices.quarterWithNewPrice, issued_on: "2026-10-01" };
    expect(bookingsOf(quarter, bookkeeping)).toMatchObject([{ served: "2026-10-01", amount: quarter.gross }]);
    const cancelled = {
      ...quarter,
      kind: 381,
      issued_on: "2027-02-01",
      corrects: { number: "1", issued_on: "2026-10-01" },
    } as const;
    expect(bookingsOf(cancelled, bookkeeping)).toMatchObject([{ served: "2026-10-01", amount: quarter.gross }]);
  });

  test("say the VAT id of a receiver in another country of the EU who owes the tax, and no other", () => {
    const { reverseCharge, paris, allCategories } = goldenInvoices;
    const ids = (invoice: InvoiceSnapshot) => bookingsOf(invoice, bookkeeping).map(({ vatId }) => vatId);
    expect([ids(reverseCharge), ids(paris), ids(metreDays)]).toEqual([["ATU12345678"], ["FR40303265045"], [""]]);
    expect(ids(allCategories).toSorted()).toEqual(["", "", "ATU12345678"]);
    const belfast = { ...reverseCharge, buyer: { ...reverseCharge.buyer, vat_id: "XI123456789" } };
    expect(ids(belfast)).toEqual([""]); // in the EU for goods alone
  });

  test("are none where an account is missing, and the taxes that have none are named", () => {
    const lacking = { ...bookkeeping, revenue: read("E=8100", "vat"), items: new Map() };
    expect(missingAccounts([metreDays, metreDays], lacking)).toEqual(["S"]);
    expect(() => bookingsOf(metreDays, lacking)).toThrow(RangeError);
    expect(missingAccounts([metreDays], bookkeeping)).toEqual([]);
  });
});

describe("a Stapel", () => {
  const buyer = { ...metreDays.buyer, name: `"Łukasz; Söhne" Žižkov & 漢字 ${"x".repeat(80)}` };
  const stack = writeStack({
    month: "2026-12",
    bookkeeping,
    bookings: [...bookingsOf({ ...metreDays, buyer }, bookkeeping), ...bookingsOf(cancellation, bookkeeping)],
    made: "20261201083000123",
  });
  const text = Buffer.from(stack).toString("latin1");
  const [head = "", columns = "", ...rows] = text.split("\r\n");
  /** Cells of a line; a semicolon between quotes parts nothing. */
  const cells = (line: string) => line.match(/(?<=^|;)("(?:[^"]|"")*"|[^;]*)(?=;|$)/g) ?? [];

  test("has a head of 31 fields, 125 columns in every row, and ends of lines of Windows", () => {
    expect(head).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261201083000123;;"RE";"";"";29098;55003;20260101;4;20261201;20261231;"Rechnungen Dezember 2026";"";1;0;0;"EUR";;"";;;"";;;"";""',
    );
    expect(cells(head)).toHaveLength(31);
    expect(stackColumns).toHaveLength(125);
    expect(new Set(stackColumns).size).toBe(125);
    expect(columns.split(";")).toHaveLength(125);
    expect(rows.pop()).toBe("");
    for (const row of rows) expect(cells(row)).toHaveLength(125);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test("says amounts with a comma, days as TTMM, no key of a tax, and the due day in field 117", () => {
    const row = cells(rows[0] ?? "");
    const [year = "", month = "", day = ""] = metreDays.due_on.split("-");
    expect(row[0]).toBe(metreDays.gross.replace(".", ","));
    expect([row[1], row[2], row[6], row[7], row[8]]).toEqual(['"S"', '"EUR"', "10042", "8401", ""]);
    expect(row[9]).toBe(`${metreDays.issued_on.slice(8)}${metreDays.issued_on.slice(5, 7)}`);
    expect(row[10]).toBe(`"${metreDays.number}"`);
    expect(row[116]).toBe(`${day}${month}${year}`);
    expect(stackColumns[116]).toBe("Fälligkeit");
  });

  test("says the day of the service in 115 and 116, and in 40 the VAT id of who owes the tax abroad", () => {
    const bookings = bookingsOf(goldenInvoices.reverseCharge, bookkeeping);
    const abroad = Buffer.from(writeStack({ month: "2026-12", bookkeeping, bookings, made: "20261201083000123" }));
    const row = cells(abroad.toString("latin1").split("\r\n")[2] ?? "");
    expect([row[9], row[39], row[114], row[115]]).toEqual(["0112", '"ATU12345678"', "30112026", "30112026"]);
    expect([39, 114, 115].map((at) => stackColumns[at])).toEqual([
      "EU-Land u. UStID (Bestimmung)",
      "Leistungsdatum",
      "Datum Zuord. Steuerperiode",
    ]);
    expect(cells(rows[0] ?? "")[39]).toBe("");
  });

  test("has texts of 60 signs at most that Windows-1252 knows", () => {
    const said = cells(rows[0] ?? "")[13] ?? "";
    expect(said).toMatch(/^"\d\d\/\d{4} ""Lukasz; S\u00f6hne"" \u008ei\u009ekov & \?\? x+"$/);
    expect(said.slice(1, -1).replaceAll('""', '"')).toHaveLength(60);
  });
});

describe("a text in Windows-1252", () => {
  test("keeps what it has, loses marks and not letters, and says ? for the rest", () => {
    expect(plainText("Œuvre – „Ärzte“ 5 € ŠŽ")).toBe("Œuvre – „Ärzte“ 5 € ŠŽ");
    expect(plainText("Čapek Łódź Đorđe İstanbul ẞ ﬁ ２")).toBe("Capek Lódz Dorde Istanbul SS fi 2");
    expect(plainText("A\u0308 \u0000\n\u00a0b 📦 \u0301")).toBe("Ä b ?");
    expect(Array.from(cp1252("€ä\r\n"))).toEqual([0x80, 0xe4, 13, 10]);
    expect(() => cp1252("ł")).toThrow(RangeError);
  });

  test("is one of its signs, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(() => cp1252(plainText(text))).not.toThrow();
      }),
    );
  });
});

describe("accounts", () => {
  test("are read by tax, and by item and tax", () => {
    expect([...read(" S=8400; S7.00=8300\nS16=8340 ;", "vat")]).toEqual([
      ["S", "8400"],
      ["S7", "8300"],
      ["S16", "8340"],
    ]);
    expect(read("storage=8401;trip/AE=8338", "item").get("storage/S")).toBe("8401");
    expect(vatKey({ vat_category: "S", vat_rate: "10.00" })).toBe("S10");
  });

  test.each([
    ["", "vat"],
    ["S", "vat"],
    ["X=8400", "vat"],
    ["S=840", "vat"],
    ["S=84OO", "vat"],
    ["S=8400;S19=8401", "vat"],
    ["S=8400;S=8400", "vat"],
    ["constructor=8400", "item"],
    ["lager=8401", "item"],
    ["storage/X=8401", "item"],
    ["storage/S/S=8401", "item"],
  ] as const)("%j by %s are none", (text, by) => {
    expect(readAccounts(text, by)).toHaveProperty("wrong");
  });

  test("are of one length, and all that is missing is named", () => {
    expect(accountDigits(bookkeeping)).toBe(4);
    expect(accountDigits({ ...bookkeeping, items: read("storage=84010", "item") })).toBeNull();
    expect(bookkeepingOf({ ...bookkeeping, client: undefined, revenue: undefined })).toEqual({
      missing: ["DATEV_CLIENT", "DATEV_REVENUE"],
    });
  });
});
