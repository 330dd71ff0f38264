import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import type { InvoiceService } from "#contract/schemas/billing/invoices.ts";
import { hintsText } from "#rules/billing/billing-warnings.ts";
import { lineNet } from "#rules/billing/decimal.ts";
import { itemText, unitText } from "#rules/billing/items.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Sheet } from "#rules/lists/sheet.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";

/** Sheet of the amounts that each customer owes for a month. */
export const billedMonthSheet: Sheet<BilledCustomer> = {
  key: "billedMonth",
  name: "Abrechnung",
  columns: [
    { head: "Kundennummer", cell: ({ customer }) => showCustomerCode(customer.code) },
    { head: "Kunde", cell: ({ customer }) => customer.name },
    { head: "Lagerung", kind: "money", cell: ({ storage }) => storage },
    { head: "Leistungen", kind: "money", cell: ({ services }) => services },
    { head: "Fahrten", kind: "money", cell: ({ trips }) => trips },
    { head: "Netto", kind: "money", cell: ({ net }) => net },
    { head: "Brutto", kind: "money", cell: ({ gross }) => gross },
    { head: "Vormonat", kind: "money", cell: ({ before }) => before },
    { head: "Rechnung", cell: ({ invoice }) => invoice?.number },
    { head: "Hinweise", cell: hintsText },
  ],
};

/** Sheet of the services that customers owe for a month, or that an invoice took, one by one. */
export const serviceEntrySheet: Sheet<InvoiceService> = {
  key: "serviceEntries",
  name: "Leistungen",
  columns: [
    { head: "Tag", kind: "day", cell: ({ day }) => day },
    { head: "Leistung", cell: ({ item }) => itemText[item] },
    { head: "Text", cell: ({ text }) => text },
    { head: "Box", cell: ({ box }) => box?.code },
    { head: "Lieferung", cell: ({ delivery }) => delivery && showDeliveryCode(delivery.code) },
    { head: "Kostenstelle", cell: ({ cost_centre }) => cost_centre },
    { head: "Menge", kind: "number", cell: ({ quantity }) => Number(quantity) },
    { head: "Einheit", cell: ({ unit }) => unitText[unit] },
    { head: "Preis", kind: "number", cell: ({ price }) => Number(price) },
    { head: "Netto", kind: "money", cell: ({ quantity, price }) => lineNet(quantity, price, 1) },
    { head: "USt-Satz", kind: "number", cell: ({ vat_rate }) => Number(vat_rate) },
  ],
};
