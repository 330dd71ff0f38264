import type { Delivery } from "#contract/schemas/deliveries/deliveries.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { berlinDay } from "#rules/dates.ts";
import { deliveryKindText, deliveryStateText, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

export const deliverySheet: Sheet<Delivery> = {
  key: "deliveries",
  name: "Lieferungen",
  columns: [
    { head: "Nummer", cell: ({ code }) => showDeliveryCode(code) },
    { head: "Kundennummer", cell: ({ customer }) => showCustomerCode(customer.code) },
    { head: "Kunde", cell: ({ customer }) => customer.name },
    { head: "Boxen", kind: "number", cell: ({ boxes_count }) => boxes_count },
    { head: "Anzahl Inhalte", kind: "number", cell: ({ boxcontents_count }) => boxcontents_count },
    { head: "Art", cell: ({ kind }) => deliveryKindText[kind] },
    { head: "Status", cell: ({ state }) => deliveryStateText[state] },
    { head: "Datum", kind: "day", cell: ({ time }) => time && berlinDay(new Date(time)) },
    { head: "Preis", kind: "money", cell: ({ price }) => price },
    { head: "Bemerkung", cell: ({ comment }) => comment },
    { head: "Kostenstelle", cell: ({ cost_centre }) => cost_centre },
    { head: "Angelegt", kind: "moment", cell: ({ created }) => created },
  ],
};
