import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { joinContents } from "#rules/lists/box-list.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { showPeriodEnd } from "#rules/stock/period.ts";
import { columnsOf, type Sheet } from "#rules/lists/sheet.ts";

export const boxSheet: Sheet<Box> = {
  key: "boxes",
  name: "Boxen",
  columns: columnsOf<Box>({
    id: "a number of the database, which says nothing to people",
    code: [{ head: "Code", cell: ({ code }) => showBoxCode(code) }],
    owner: [
      { head: "Kundennummer", cell: ({ owner }) => showCustomerCode(owner.code) },
      { head: "Kunde", cell: ({ owner }) => owner.name },
    ],
    // customer users know no places (specification 6)
    position: [
      { head: "Bereich", access: "staff", cell: ({ position }) => position?.row.area.name },
      { head: "Reihe", access: "staff", kind: "number", cell: ({ position }) => position?.row.number },
      { head: "Teil", access: "staff", kind: "number", cell: ({ position }) => position?.part },
      { head: "Höhe", access: "staff", kind: "number", cell: ({ position }) => position?.height },
    ],
    content_count: [{ head: "Anzahl Inhalte", kind: "number", cell: (box) => box.content_count }],
    image_count: [{ head: "Anzahl Bilder", kind: "number", cell: (box) => box.image_count }],
    state: [{ head: "Status", cell: ({ state }) => boxStateText[state] }],
    size: [{ head: "Größe (mm)", kind: "number", cell: ({ size }) => size }],
    meta_year: [{ head: "Jahrgang", kind: "number", cell: (box) => box.meta_year }],
    meta_destroy_year: [{ head: "Vernichtungsjahr", kind: "number", cell: (box) => box.meta_destroy_year }],
    meta_first_delivery_customer: [
      { head: "Erste Lieferung", kind: "day", cell: (box) => box.meta_first_delivery_customer },
    ],
    period_from: [{ head: "Laufzeit von", cell: (box) => box.period_from && showPeriodEnd(box.period_from) }],
    period_to: [{ head: "Laufzeit bis", cell: (box) => box.period_to && showPeriodEnd(box.period_to) }],
    numbers: [{ head: "Fremdnummer", cell: ({ numbers }) => joinContents(numbers.map(({ text }) => text)) }],
    cost_centre: [{ head: "Kostenstelle", cell: (box) => box.cost_centre }],
    created: [{ head: "Angelegt", kind: "moment", cell: ({ created }) => created }],
    marked_from: "it matters only to who takes a mark back",
    version: "how long the history is matters only to devices that scan",
    content: "the texts are in the list of a customer's boxes, and here their number",
  }),
};
