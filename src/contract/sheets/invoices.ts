import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { invoiceKindText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { berlinDay } from "#rules/dates.ts";
import { columnsOf, type Sheet } from "#rules/lists/sheet.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";

export const invoiceSheet: Sheet<Invoice> = {
  key: "invoices",
  name: "Rechnungen",
  columns: columnsOf<Invoice>({
    id: "a number drawn by lot, which says nothing to people",
    number: [{ head: "Nummer", cell: ({ number }) => number }],
    kind: [{ head: "Art", cell: ({ kind }) => invoiceKindText[kind] }],
    customer: [
      { head: "Kundennummer", cell: ({ customer }) => showCustomerCode(customer.code) },
      { head: "Kunde", cell: ({ customer }) => customer.name },
    ],
    issued: [{ head: "Ausgestellt", kind: "day", cell: ({ issued }) => berlinDay(new Date(issued)) }],
    period_from: [{ head: "Zeitraum ab", kind: "day", cell: (row) => row.period_from }],
    period_to: [{ head: "Zeitraum bis", kind: "day", cell: (row) => row.period_to }],
    net: [{ head: "Netto", kind: "money", cell: ({ net }) => net }],
    vat: [{ head: "Umsatzsteuer", kind: "money", cell: ({ vat }) => vat }],
    gross: [{ head: "Brutto", kind: "money", cell: ({ gross }) => gross }],
    due: [{ head: "Fällig", kind: "day", cell: ({ due }) => due }],
    form: "how it went out is no fact of the bookkeeping",
    corrects: [{ head: "Storniert", cell: ({ corrects }) => corrects?.number }],
    cancelled_by: [{ head: "Storniert durch", cell: (row) => row.cancelled_by?.number }],
    sent: [{ head: "Versandt", kind: "moment", access: "staff", cell: ({ sent }) => sent }],
    mail: "how it went out is no fact of the bookkeeping",
    paid_on: [{ head: "Bezahlt am", kind: "day", cell: (row) => row.paid_on }],
  }),
};
