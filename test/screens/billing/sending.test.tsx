import { describe, expect, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { settings } from "#contract/calls/access/session.ts";
import { billedMonth } from "#contract/calls/billing/billing.ts";
import { issueInvoice, listInvoices, noteSent, sendInvoices } from "#contract/calls/billing/invoices.ts";
import { editProvider, getProvider } from "#contract/calls/billing/provider.ts";
import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { button, expectGoodLooks, field } from "#test/screens/support/look.ts";
import { open } from "#test/screens/support/open.tsx";
import type { Stub } from "#test/screens/support/stub.ts";

const rowWith = (text: string) => page.getByRole("row").filter({ hasText: text });
const noMail = { agreed: null, to: null, state: null, failure: null };
const agreed = { ...noMail, agreed: "rechnung@kanzlei.example" };

/** A list of invoices, numbered from 1. */
const listOf =
  (...changes: readonly Partial<Invoice>[]) =>
  (server: Stub) => {
    const [example] = server.example(listInvoices).results;
    if (!example) throw new Error("The example has one.");
    const results = changes.map((change, at) => ({
      ...example,
      id: at + 1,
      number: `RE-2026-0000${at + 1}`,
      ...change,
    }));
    server.reply(settings, { ...server.example(settings), sends_mails: true });
    server.reply(listInvoices, { ...server.example(listInvoices), count: results.length, results });
  };

test("twenty invoices are issued, sent to whom agreed to mails, and the others noted as sent: eight clicks", async () => {
  const customers = Array.from({ length: 20 }, (_, at) => at + 1);
  const hasMail = (id: number) => id % 5 !== 0;
  const mailOf = (id: number) => (hasMail(id) ? agreed : noMail);
  const sent = new Set<number>();
  const { server } = await open("/home", {
    answers: (at) => {
      at.reply(settings, { ...at.example(settings), sends_mails: true });
      const [one] = at.example(billedMonth).results;
      const [invoice] = at.example(listInvoices).results;
      if (!one || !invoice) throw new Error("The examples have one.");
      const issued = new Set<number>();
      at.reply(billedMonth, () => ({
        ...at.example(billedMonth),
        results: customers
          .filter((id) => !issued.has(id))
          .map((id) => ({ ...one, customer: { ...one.customer, id }, invoice: null, is_due: true, problems: [] })),
      }));
      const invoiceOf = (id: number) => ({ ...invoice, id, number: `RE-2026-${100 + id}`, mail: mailOf(id) });
      at.reply(issueInvoice, ({ body }) => {
        const { customer: id } = body as { readonly customer: number };
        issued.add(id);
        return { ...at.example(issueInvoice), id, number: invoiceOf(id).number };
      });
      at.reply(listInvoices, () => ({
        ...at.example(listInvoices),
        count: issued.size,
        results: [...issued].map((id) => ({
          ...invoiceOf(id),
          sent: sent.has(id) ? "2026-12-03T09:00:00.000Z" : null,
        })),
      }));
      const send = ({ body }: { readonly body: unknown }) => {
        const { invoices } = body as { readonly invoices: readonly number[] };
        for (const id of invoices) sent.add(id);
        return invoices.length;
      };
      at.reply(sendInvoices, (asked) => ({ queued: send(asked), left: [] }));
      at.reply(noteSent, (asked) => ({ changed: send(asked) }));
    },
  });
  let clicks = 0;
  const click = async (on: Locator) => {
    await on.click();
    clicks += 1;
  };
  const dialog = page.getByRole("alertdialog");
  await click(page.getByRole("navigation", { name: "Hauptmenü" }).getByRole("link", { name: "Abrechnung" }));
  await click(page.getByRole("navigation", { name: "Abrechnung" }).getByRole("link", { name: "Rechnungen" }));
  await click(page.getByRole("link", { name: "Monat abrechnen" }));
  await click(button("20 Rechnungen ausstellen"));
  await dialog.getByRole("textbox").fill("20");
  await click(dialog.getByRole("button", { name: "20 Rechnungen ausstellen" }));
  await expect.element(page.getByText("20 Rechnungen ausgestellt.")).toBeVisible();
  await click(button("16 Rechnungen per E-Mail senden"));
  await click(dialog.getByRole("button", { name: "16 Rechnungen senden" }));
  await click(button("4 Rechnungen als versandt vermerken"));
  await expect.poll(() => [...sent].sort((one, other) => one - other)).toEqual(customers);
  expect(server.asked(issueInvoice)).toHaveLength(20);
  expect(clicks).toBe(8);
});

describe("the list of invoices", () => {
  test("sends those that are ticked to whom agreed to mails, and names who did not", async () => {
    const { server } = await open("/billing/invoices", {
      answers: (at) => {
        listOf({ mail: agreed }, { mail: noMail }, { mail: agreed, sent: "2026-12-01T09:00:00.000Z" })(at);
        at.reply(sendInvoices, { queued: 1, left: [] });
      },
    });
    await rowWith("RE-2026-00001").getByRole("checkbox").click();
    await rowWith("RE-2026-00002").getByRole("checkbox").click();
    await rowWith("RE-2026-00003").getByRole("checkbox").click();
    await expectGoodLooks();
    await button("1 Rechnung per E-Mail senden").click();
    const dialog = page.getByRole("alertdialog");
    await expect.element(dialog).toMatchTextContent(/Nicht per E-Mail: RE-2026-00002\./);
    await dialog.getByRole("button", { name: "1 Rechnung senden" }).click();
    await expect
      .poll(() => server.asked(sendInvoices).map(({ body }) => body))
      .toEqual([{ invoices: [1], again: false }]);
    await expect.element(page.getByText("1 Rechnung unterwegs")).toBeVisible();
    await button("1 ohne E-Mail als versandt vermerken").click();
    await expect.poll(() => server.asked(noteSent).map(({ body }) => body)).toEqual([{ invoices: [2], is_sent: true }]);
  });

  test("says how each went out, and why one did not", async () => {
    await open("/billing/invoices", {
      answers: listOf(
        { mail: { ...agreed, to: "a@kanzlei.example", state: "waiting" } },
        { mail: { ...agreed, to: "a@kanzlei.example", state: "failed", failure: "550 unbekannt" } },
        { mail: agreed, sent: "2026-12-03T09:00:00.000Z" },
      ),
    });
    await expect.element(rowWith("RE-2026-00001")).toMatchTextContent(/wird gesendet/);
    await expect.element(rowWith("RE-2026-00002")).toMatchTextContent(/nicht angekommen: 550 unbekannt/);
    await expect.element(rowWith("RE-2026-00003")).toMatchTextContent(/versandt 03\.12\.2026$/);
    await expectGoodLooks();
  });

  test("sends what was sent before only where nothing else is ticked, and says so", async () => {
    const { server } = await open("/billing/invoices", {
      answers: listOf({ mail: agreed, sent: "2026-12-01T09:00:00.000Z" }),
    });
    await rowWith("RE-2026-00001").getByRole("checkbox").click();
    await button("1 Rechnung per E-Mail senden").click();
    const dialog = page.getByRole("alertdialog");
    await expect.element(dialog).toMatchTextContent(/Noch einmal: RE-2026-00001\./);
    await dialog.getByRole("button", { name: "1 Rechnung senden" }).click();
    await expect
      .poll(() => server.asked(sendInvoices).map(({ body }) => body))
      .toEqual([{ invoices: [1], again: true }]);
  });
});

describe("Unser Archiv", () => {
  test("sends what was changed with what stood there, and leaves what the server says to be read", async () => {
    const { server } = await open("/billing/provider", {
      answers: (at) =>
        at.reply(getProvider, {
          ...at.example(getProvider),
          contact: "",
          set: ["iban"],
          problems: ["Dem Archiv fehlt der Ansprechpartner für Rechnungen."],
        }),
    });
    await expect.element(page.getByText("Dem Archiv fehlt der Ansprechpartner für Rechnungen.")).toBeVisible();
    expect(field("IBAN").element().hasAttribute("readonly")).toBe(true);
    await expectGoodLooks();
    await field("Wen Kunden zu Rechnungen fragen").fill("Frau Kasse");
    await button("Speichern").click();
    await expect
      .poll(() => server.asked(editProvider).map(({ body }) => body))
      .toEqual([{ contact: "Frau Kasse", before: { contact: "" } }]);
    await expect.element(page.getByText("Angaben des Archivs aktualisiert")).toBeVisible();
  });

  test("says a wrong IBAN beside its field and keeps what was typed", async () => {
    const { server } = await open("/billing/provider");
    await field("IBAN").fill("DE02120300000000202052");
    await button("Speichern").click();
    await expect.element(page.getByText(/^Die Prüfziffern der IBAN stimmen nicht/)).toBeVisible();
    await expect.element(field("IBAN")).toHaveValue("DE02120300000000202052");
    expect(server.asked(editProvider)).toEqual([]);
  });
});
