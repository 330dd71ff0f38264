import type { Invoice } from "#contract/schemas/billing/invoices.ts";
import { invoiceKindText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import type { TableColumn } from "#web/ui/table/column.ts";
import { InvoiceState, sendingText, shortPeriod } from "./invoice-texts.tsx";

export const invoiceColumns: readonly TableColumn<Invoice>[] = [
  { key: "number", label: "Nummer", main: true, cell: ({ number }) => number },
  { key: "kind", label: "Art", cell: ({ kind }) => invoiceKindText[kind] },
  { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
  { key: "period", label: "Zeitraum", cell: shortPeriod },
  { key: "gross", label: "Brutto", align: "right", cell: ({ gross }) => showMoney(gross) },
  { key: "issued", label: "Ausgestellt", align: "right", cell: ({ issued }) => showDay(issued) },
  { key: "due", label: "Fällig", align: "right", cell: ({ kind, due }) => kind === 380 && showDate(due) },
  { key: "state", label: "Stand", phone: "beside", cell: (invoice) => <InvoiceState of={invoice} isShort /> },
];

/** Staff see how it went out; what it is says its number. */
export const staffInvoiceColumns: readonly TableColumn<Invoice>[] = [
  ...invoiceColumns.filter(({ key }) => key !== "kind"),
  {
    key: "sent",
    label: "Versandt",
    cell: (invoice) => (
      <span className="block max-w-44 whitespace-normal">
        {invoice.sent && invoice.mail?.state !== "waiting" && <span className="sm:hidden">versandt </span>}
        {sendingText(invoice)}
      </span>
    ),
  },
];
