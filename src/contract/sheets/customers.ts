import type { Customer } from "#contract/schemas/customers.ts";
import { showCustomerCode } from "#rules/box-code.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

export const customerSheet: Sheet<Customer> = {
  key: "customers",
  name: "Kunden",
  columns: [
    { head: "Code", cell: ({ code }) => showCustomerCode(code) },
    { head: "Name", cell: ({ name }) => name },
    { head: "Boxen", kind: "number", cell: ({ count_boxes }) => count_boxes },
    { head: "Anzahl Inhalte", kind: "number", cell: ({ count_boxcontents }) => count_boxcontents },
    { head: "Anzahl Bilder", kind: "number", cell: ({ count_boximages }) => count_boximages },
    { head: "Lieferoptionen", kind: "number", cell: ({ count_deliveryoptions }) => count_deliveryoptions },
    { head: "Laufende Meter", kind: "number", cell: ({ count_meters }) => count_meters },
    { head: "Anschrift", cell: ({ address_name }) => address_name },
    { head: "Straße", cell: ({ address_street }) => address_street },
    { head: "PLZ", cell: ({ address_postcode }) => address_postcode },
    { head: "Ort", cell: ({ address_city }) => address_city },
    { head: "Meterpreis", kind: "money", access: "staff", cell: ({ meter_price }) => meter_price },
    { head: "Notizen", access: "staff", cell: ({ notes }) => notes },
  ],
};
