import type { DeliveryStop } from "#contract/schemas/deliveries/tours.ts";
import { berlinDay } from "#rules/dates.ts";
import { deliveryKindText, deliveryStateText, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { absenceText } from "#rules/deliveries/tours.ts";
import type { Sheet } from "#rules/lists/sheet.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { berlinTime } from "#rules/times.ts";

/** The stops of a tour, in the order of their lines. */
export const tourSheet: Sheet<DeliveryStop> = {
  key: "tour",
  name: "Tour",
  columns: [
    { head: "Lieferung", cell: ({ code }) => showDeliveryCode(code) },
    { head: "Art", cell: ({ kind }) => deliveryKindText[kind] },
    { head: "Status", cell: ({ state }) => deliveryStateText[state] },
    { head: "Kundennummer", cell: ({ customer }) => showCustomerCode(customer.code) },
    { head: "Kunde", cell: ({ customer }) => customer.name },
    { head: "Name", cell: ({ address }) => address?.name },
    { head: "Straße", cell: ({ address }) => address?.street },
    { head: "PLZ", cell: ({ address }) => address?.postcode },
    { head: "Ort", cell: ({ address }) => address?.city },
    { head: "Ansprechpartner", cell: ({ address }) => address?.contact },
    { head: "Telefon", cell: ({ address }) => address?.phone },
    { head: "Öffnungszeiten", cell: ({ address }) => address?.hours },
    { head: "Hinweis", cell: ({ address }) => address?.note },
    { head: "Datum", kind: "day", cell: ({ time }) => time && berlinDay(new Date(time)) },
    { head: "Uhrzeit", cell: ({ time }) => time && berlinTime(new Date(time)) },
    { head: "Zeitfenster", cell: ({ window }) => window && `${window.from}–${window.to}` },
    { head: "Boxen", kind: "number", cell: ({ boxes_count }) => boxes_count },
    { head: "Anzahl Inhalte", kind: "number", cell: ({ boxcontents_count }) => boxcontents_count },
    { head: "Leere Boxen", kind: "number", cell: ({ empty_boxes }) => empty_boxes },
    { head: "Nicht übergeben", cell: ({ absence }) => absence && absenceText[absence] },
    { head: "Bemerkung", cell: ({ comment }) => comment },
  ],
};
