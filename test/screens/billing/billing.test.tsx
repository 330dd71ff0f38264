import { describe, expect, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { billedMonth, previewInvoice } from "#contract/calls/billing/billing.ts";
import { issueInvoice } from "#contract/calls/billing/invoices.ts";
import { createPriceList, editPriceList, listPriceLists, setPrice } from "#contract/calls/billing/price-lists.ts";
import { getTerms, setTerms } from "#contract/calls/billing/terms.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { addDays, berlinDay, showDate } from "#rules/dates.ts";
import { button, expectError, expectGoodLooks, field, notice } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const today = berlinDay(new Date());
const rowWith = (text: string | RegExp) => page.getByRole("row").filter({ hasText: text });
async function expectText(of: Locator, text: string) {
  await expect.poll(() => of.element().textContent.replaceAll("\u00a0", " ")).toContain(text);
}
const month = { month: "2026-10", until: "2026-11-01", problems: [] };

const customer = (code: number, net: string, before: string) => ({
  customer: { id: code, code, name: `Kunde ${code}` },
  storage: net,
  services: "0.10",
  trips: "0.00",
  net,
  gross: net,
  before,
  invoice: null,
  billed_with: null,
  is_due: true,
  period_from: "2026-10-01",
  period_to: "2026-10-31",
  warnings: [],
  open_month: null,
  problems: [],
});

describe("the month", () => {
  test("is summed up to the cent, also of those only whose name is looked for", async () => {
    await open("/billing?month=2026-10", {
      answers: (server) =>
        server.reply(billedMonth, {
          ...month,
          results: [
            customer(11, "0.10", "0.00"),
            customer(12, "0.20", "1000.00"),
            { ...customer(21, "1000.00", "1000.00"), warnings: ["no_price", "much_more"] },
          ],
        }),
    });
    await expectText(rowWith("Summe"), "1.000,30");
    await expectText(rowWith("Kunde 12"), "−999,80");
    await expectText(rowWith("Kunde 21"), "Lagerung ohne Preis, über 30 % mehr als zuvor");
    await expect.element(page.getByText(/läuft noch/)).not.toBeInTheDocument();
    await field("Kunde suchen").fill("kunde 1");
    await expect.element(rowWith("Kunde 21")).not.toBeInTheDocument();
    await expectText(rowWith("Summe"), "0,30");
    await expectGoodLooks();
  });

  test("says who is billed with another month, and for which months an invoice is", async () => {
    await open("/billing?month=2026-10", {
      answers: (server) =>
        server.reply(billedMonth, {
          ...month,
          results: [
            { ...customer(11, "1.00", "0.00"), billed_with: "2026-12", is_due: false },
            { ...customer(12, "2.00", "0.00"), period_from: "2026-08-01", warnings: ["months_open"] },
            { ...customer(13, "3.00", "0.00"), period_to: "2026-12-31" },
            { ...customer(14, "-3.00", "2.00"), problems: ["Es bleibt ein Guthaben von 3,00 €."] },
          ],
        }),
    });
    await expectText(rowWith("Kunde 11"), "wird mit Dezember 2026 abgerechnet");
    await expectText(rowWith("Kunde 12"), "August 2026 bis Oktober 2026, frühere Monate offen");
    await expectText(rowWith("Kunde 13"), "Oktober 2026 bis Dezember 2026");
    await expectText(rowWith("Kunde 14"), "Es bleibt ein Guthaben von 3,00 €.");
    await expectGoodLooks();
  });

  test("says so where nothing is owed, and where nobody has the name", async () => {
    await open("/billing?month=2026-10", { answers: (server) => server.reply(billedMonth, { ...month, results: [] }) });
    await expect.element(page.getByText("Im Oktober 2026 ist nichts zu berechnen.")).toBeVisible();
    await expect.element(rowWith("Summe")).not.toBeInTheDocument();
  });

  test("is the one that is billed next where the address names none", async () => {
    const { server } = await open("/billing?month=2026-13", {
      answers: (stub) => stub.reply(billedMonth, { ...month, results: [customer(11, "1.00", "0.00")] }),
    });
    await expectText(page.getByRole("navigation", { name: "Monat" }), "Oktober 2026");
    expect(server.asked(billedMonth).map(({ query }) => query["month"])).toEqual([undefined]);
    await expect
      .element(page.getByRole("link", { name: "Monat abrechnen" }))
      .toHaveAttribute("href", "/billing/run?month=2026-10");
  });

  test("is followed by none that has not begun", async () => {
    await open(`/billing?month=${today.slice(0, 7)}`);
    await expect
      .element(page.getByRole("navigation", { name: "Monat" }).getByRole("button"))
      .toHaveAttribute("aria-disabled", "true");
  });
});

test("the preview opens the storage to runs of days, whose metre-days are those of the line", async () => {
  const stored = (day: string, mm: number, boxes: number, came = 0, went = 0) => ({ day, mm, boxes, came, went });
  await open("/billing/7?month=2026-10", {
    answers: (server) => {
      const example = server.example(previewInvoice);
      server.reply(previewInvoice, {
        ...example,
        ...month,
        days: [stored("2026-10-01", 1234, 3), stored("2026-10-02", 1234, 3), stored("2026-10-03", 834, 2, 0, 1)],
      });
    },
  });
  await expectText(rowWith("01.10.2026 bis 02.10.2026"), "2,468");
  await expectText(rowWith(/^03\.10\.2026/), "0,834");
  await expectText(rowWith("2.810,400 Metertage × 4,50 € ÷ 30"), "421,56 €");
  await expect.element(button("Guthaben auszahlen")).not.toBeInTheDocument();
  await expectGoodLooks();
});

test("the preview pays out a credit after a question", async () => {
  const { server } = await open("/billing/7?month=2026-10", {
    answers: (stub) =>
      stub.reply(previewInvoice, { ...stub.example(previewInvoice), ...month, gross: "-3.57", is_due: true }),
  });
  await button("Guthaben auszahlen").click();
  const dialog = page.getByRole("alertdialog");
  await expectText(dialog, "mit einem Guthaben von 3,57 €");
  await expectGoodLooks();
  await dialog.getByRole("button", { name: "Guthaben auszahlen" }).click();
  const { id } = server.example(previewInvoice).customer;
  await expect
    .poll(() => server.asked(issueInvoice).map(({ body }) => body))
    .toEqual([{ customer: id, month: "2026-10", gross: "-3.57", pay_out: true }]);
});

test("the run bills who goes with the month, and names everybody else with the reason", async () => {
  const { server } = await open("/billing/run?month=2026-10", {
    answers: (stub) =>
      stub.reply(billedMonth, {
        ...month,
        results: [
          customer(11, "1.00", "0.00"),
          { ...customer(12, "2.00", "0.00"), billed_with: "2026-12", is_due: false },
          { ...customer(13, "3.00", "0.00"), is_due: false },
          { ...customer(14, "-3.00", "2.00"), problems: ["Es bleibt ein Guthaben von 3,00 €."] },
        ],
      }),
  });
  await expect.element(button("1 Rechnung ausstellen")).toBeVisible();
  const waiting = page.getByRole("table", { name: "Noch nicht abzurechnen" }).getByRole("row");
  await expectText(waiting.filter({ hasText: "Kunde 12" }), "wird mit Dezember 2026 abgerechnet");
  await expectText(page.getByRole("main"), "1 Kunde wird abgerechnet, wenn der Oktober 2026 vorbei ist.");
  await expectText(waiting.filter({ hasText: "Kunde 14" }), "Guthaben von 3,00 €");
  await expectGoodLooks();
  await button("1 Rechnung ausstellen").click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("1");
  await dialog.getByRole("button", { name: "1 Rechnung ausstellen" }).click();
  await expect
    .poll(() => server.asked(issueInvoice).map(({ body }) => body))
    .toEqual([{ customer: 11, month: "2026-10", gross: "1.00" }]);
});

test("the doubts of a run are a list, each of which opens what it is about", async () => {
  await open("/billing/run?month=2026-10", {
    answers: (stub) =>
      stub.reply(billedMonth, {
        ...month,
        results: [
          { ...customer(11, "130.00", "60.00"), warnings: ["no_price", "much_more"] },
          { ...customer(12, "2.00", "0.00"), warnings: ["months_open"], open_month: "2026-08" },
          customer(13, "3.00", "0.00"),
        ],
      }),
  });
  const doubts = page.getByRole("table", { name: "Hinweise" }).getByRole("link");
  const shown = () =>
    doubts.elements().map((one) => [one.textContent.replaceAll("\u00a0", " "), one.getAttribute("href")]);
  await expect.poll(shown).toEqual([
    ["Lagerung ohne Preis", "/customers/11?tab=billing"],
    ["über 30 % mehr: 130,00 € statt 60,00 €", "/billing/11?month=2026-10"],
    ["August 2026 ist noch offen", "/billing/run?month=2026-08"],
  ]);
  await button("3 Rechnungen ausstellen").click();
  const question = page.getByRole("alertdialog");
  await expectText(question, "3 Hinweise bei 2 Kunden");
  await expectGoodLooks();
  await question.getByRole("button", { name: "Abbrechen" }).click();
});

test("a preview in advance says so, names its months, and leads from a line to the month that it is for", async () => {
  await open("/billing/7?month=2026-10", {
    answers: (server) => {
      const example = server.example(previewInvoice);
      const [line] = example.lines;
      if (!line) throw new Error("The example has no line.");
      server.reply(previewInvoice, {
        ...example,
        ...month,
        in_advance: true,
        period_to: "2026-12-31",
        period_from: "2026-10-01",
        lines: [
          { ...line, text: "November 2026 im Voraus", from: "2026-11-01", to: "2026-12-01" },
          { ...line, text: "September 2026", from: null, to: null, quantity: "-20.000", net: "-3.00" },
        ],
      });
    },
  });
  await expectText(page.getByRole("main"), "Oktober 2026 bis Dezember 2026");
  await expectText(page.getByRole("main"), "was davon abweicht, gleicht die nächste Rechnung aus");
  await expectText(rowWith("Ausgleich Lagerung: September 2026"), "-3,00 €");
  await expect
    .element(page.getByRole("link", { name: /^Lagerung: November 2026 im Voraus/ }))
    .toHaveAttribute("href", expect.stringContaining("month=2026-11"));
  await expectGoodLooks();
});

describe("a price", () => {
  const past = addDays(today, -10);
  const rule = { item: "storage", unit: "metre_month", price: "4.5000", vat_category: "S", vat_rate: "19.00" } as const;
  const rules = [
    { ...rule, valid_from: addDays(today, -400) },
    { ...rule, price: "4.8000", valid_from: past },
    { ...rule, price: "5.1000", valid_from: addDays(today, 20) },
  ];
  const lists = (server: Stub) => {
    const [list] = server.example(listPriceLists).results;
    if (list) server.reply(listPriceLists, { results: [{ ...list, rules }] });
  };

  test("is shown with those before and after it, and with the day on which it ends", async () => {
    await open("/billing/prices", { answers: lists });
    await expectText(rowWith("4,50 €"), `bis ${showDate(addDays(past, -1))}`);
    await expectText(rowWith("4,50 €"), "galt");
    await expectText(rowWith("4,80 €"), "gilt");
    await expectText(rowWith("5,10 €"), "kommt");
    await expectGoodLooks();
  });

  test("that begins in the past says before it is saved what is charged anew, and one to come says nothing", async () => {
    const { server } = await open("/billing/prices", { answers: lists });
    await rowWith("4,80 €").getByRole("button", { name: "Lagerung", exact: true }).click();
    const said = page.getByText(/wird mit diesem Preis neu berechnet/);
    await expectText(said, showDate(past));
    await field("Gilt ab").fill(showDate(addDays(today, 1)));
    await expect.element(said).not.toBeInTheDocument();
    await field("Umsatzsteuer").selectOptions("steuerfrei");
    await expect.element(field("Satz in %")).not.toBeInTheDocument();
    await field("Leistung").selectOptions("Einlagerung");
    await field("Preis in Euro").fill("1.234,5");
    await button("Preis speichern").click();
    await expect
      .poll(() => server.asked(setPrice).map(({ body }) => body))
      .toEqual([
        {
          item: "intake",
          price: "1234.5",
          vat_category: "E",
          vat_rate: "0",
          valid_from: addDays(today, 1),
        },
      ]);
  });

  test("is taken away after a question that names it", async () => {
    const { server } = await open("/billing/prices", { answers: lists });
    await button(`Lagerung ab ${showDate(past)} entfernen`).click();
    await expectText(page.getByRole("alertdialog"), `Was seit dem ${showDate(past)}`);
    await button("Preis entfernen").click();
    await expect
      .poll(() => server.asked(setPrice).map(({ body }) => body))
      .toEqual([{ item: "storage", price: null, valid_from: past }]);
  });
});

describe("a price list", () => {
  test("is edited in its dialog: the rate goes where no tax is owed, and nothing is made", async () => {
    const { server } = await open("/billing/prices");
    await button("Liste bearbeiten").click();
    await expect.element(field("Name")).toHaveValue("Standard 2026");
    await expect.element(field("Satz in %")).toHaveValue("19");
    await field("Name").fill("Behörden");
    await field("Umsatzsteuer").selectOptions("steuerfrei");
    await button("Speichern").click();
    await expect.element(page.getByText("Gespeichert", { exact: true })).toBeVisible();
    const [edit, ...more] = server.asked(editPriceList);
    expect(edit?.path).toMatch(/\/2\/$/);
    expect(edit?.body).toMatchObject({ name: "Behörden", vat_category: "E", vat_rate: "0" });
    expect([more, server.asked(createPriceList)]).toEqual([[], []]);
  });

  test("is made with what was typed, and is the one that is shown then", async () => {
    const { server, address } = await open("/billing/prices");
    await button("Preisliste anlegen").click();
    await field("Name").fill("Standard 2027");
    await field("Satz in %").fill("7,5");
    await page.getByRole("dialog").getByRole("button", { name: "Preisliste anlegen" }).click();
    await expect
      .poll(() => server.asked(createPriceList).map(({ body }) => body))
      .toEqual([{ name: "Standard 2027", vat_category: "S", vat_rate: "7.5" }]);
    await expect.poll(address).toBe("/billing/prices?list=2");
    expect(server.asked(editPriceList)).toEqual([]);
  });
});

test("terms without a list and without a minimum are sent as such, and what is agreed about invoices stays", async () => {
  const { server } = await open("/customers/7?tab=billing", {
    answers: (stub) =>
      stub.reply(getTerms, { ...stub.example(getTerms), invoice_form: "xrechnung", leitweg_id: "04011000-12345-35" }),
  });
  await field("Preisliste").selectOptions("Keine");
  await field("Mindestbetrag im Monat in Euro").fill("");
  await field("Lagerung berechnen").selectOptions("Bestand am letzten Tag des Monats");
  await field("Abrechnen").selectOptions("jedes Vierteljahr");
  await field("Lagerung zahlen").selectOptions("im Voraus");
  await button("Abrechnung speichern").click();
  await expect
    .poll(() => server.asked(setTerms).map(({ body }) => body))
    .toEqual([
      expect.objectContaining({
        price_list: null,
        storage_mode: "month_end",
        interval: "quarter",
        storage_when: "advance",
        also_while_out: false,
        minimum: null,
        minimum_scope: "storage",
        invoice_form: "xrechnung",
        leitweg_id: "04011000-12345-35",
      }),
    ]);
});

test("terms that somebody else has changed are read, what was typed stays, and saving again overwrites what was read", async () => {
  const { server } = await open("/customers/7?tab=billing");
  const before = server.example(getTerms);
  await expect.element(field("Vertragsnummer")).toHaveValue(before.contract_reference);
  const current = { ...before, order_reference: "B-2", contract_reference: "V-2" };
  const { message } = refused.changedMeanwhile("B-2");
  server.reply(getTerms, current);
  server.refuse(setTerms, 400, { order_reference: [message] }, "changed");
  await field("Bestellnummer").fill("B-1");
  await button("Abrechnung speichern").click();
  await expect.element(field("Vertragsnummer")).toHaveValue("V-2");
  await expectError("Bestellnummer", message);
  await expect.element(field("Bestellnummer")).toHaveValue("B-1");
  server.reply(setTerms, { ...current, order_reference: "B-1" });
  await button("Abrechnung speichern").click();
  await expect.element(notice("Abrechnung aktualisiert")).toBeVisible();
  const sent = server.asked(setTerms).map(({ body }) => body as { before: unknown; contract_reference: string });
  expect(sent.map((body) => [body.before, body.contract_reference])).toEqual([
    [expect.objectContaining({ order_reference: before.order_reference }), before.contract_reference],
    [expect.objectContaining({ order_reference: "B-2" }), "V-2"],
  ]);
});
