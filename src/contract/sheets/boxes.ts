import type { Box } from "#contract/schemas/boxes.ts";
import { showBoxCode, showCustomerCode } from "#rules/box-code.ts";
import { boxStateText } from "#rules/box-state.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

export const boxSheet: Sheet<Box> = {
  key: "boxes",
  name: "Boxen",
  columns: [
    { head: "Code", cell: ({ code }) => showBoxCode(code) },
    { head: "Kundennummer", cell: ({ owner }) => showCustomerCode(owner.code) },
    { head: "Kunde", cell: ({ owner }) => owner.name },
    // customer users know no places (specification 6)
    { head: "Bereich", access: "staff", cell: ({ position }) => position?.row.area.name },
    { head: "Reihe", access: "staff", kind: "number", cell: ({ position }) => position?.row.number },
    { head: "Teil", access: "staff", kind: "number", cell: ({ position }) => position?.part },
    { head: "Höhe", access: "staff", kind: "number", cell: ({ position }) => position?.height },
    { head: "Anzahl Inhalte", kind: "number", cell: ({ content_count }) => content_count },
    { head: "Anzahl Bilder", kind: "number", cell: ({ image_count }) => image_count },
    { head: "Status", cell: ({ state }) => boxStateText[state] },
    { head: "Größe (mm)", kind: "number", cell: ({ size }) => size },
    { head: "Jahrgang", kind: "number", cell: ({ meta_year }) => meta_year },
    { head: "Vernichtungsjahr", kind: "number", cell: ({ meta_destroy_year }) => meta_destroy_year },
    { head: "Erste Lieferung", kind: "day", cell: (box) => box.meta_first_delivery_customer },
    { head: "Angelegt", kind: "moment", cell: ({ created }) => created },
  ],
};
