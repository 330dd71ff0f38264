import { countryName } from "#rules/countries.ts";
import type { Customer } from "#contract/schemas/customers/customers.ts";
import { showCustomerCode } from "#rules/stock/box-code.ts";
import { columnsOf, type Sheet } from "#rules/lists/sheet.ts";

export const customerSheet: Sheet<Customer> = {
  key: "customers",
  name: "Kunden",
  columns: columnsOf<Customer>({
    id: "a number of the database, which says nothing to people",
    code: [{ head: "Code", cell: ({ code }) => showCustomerCode(code) }],
    name: [{ head: "Name", cell: ({ name }) => name }],
    count_boxes: [{ head: "Boxen", kind: "number", cell: (row) => row.count_boxes }],
    count_boxcontents: [{ head: "Anzahl Inhalte", kind: "number", cell: (row) => row.count_boxcontents }],
    count_boximages: [{ head: "Anzahl Bilder", kind: "number", cell: (row) => row.count_boximages }],
    count_deliveryoptions: [{ head: "Lieferoptionen", kind: "number", cell: (row) => row.count_deliveryoptions }],
    count_meters: [{ head: "Laufende Meter", kind: "number", cell: (row) => row.count_meters }],
    address_name: [{ head: "Anschrift", cell: (row) => row.address_name }],
    address_street: [{ head: "Straße", cell: (row) => row.address_street }],
    address_postcode: [{ head: "PLZ", cell: (row) => row.address_postcode }],
    address_city: [{ head: "Ort", cell: (row) => row.address_city }],
    address_country: [{ head: "Land", cell: (row) => countryName(row.address_country) }],
    meter_price: [{ head: "Meterpreis", kind: "money", access: "staff", cell: (row) => row.meter_price }],
    notes: [{ head: "Notizen", access: "staff", cell: ({ notes }) => notes }],
    created: "when somebody entered the customer is no fact about the customer",
    deliveryoptions: "a list of its own, of which the sheet has the number",
  }),
};
