import type { RetainedBox } from "#contract/schemas/destruction/retention.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import { joinContents } from "#rules/lists/box-list.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

export const retainedSheet: Sheet<RetainedBox> = {
  key: "retention",
  name: "Aufbewahrung",
  columns: [
    { head: "Code", cell: ({ code }) => showBoxCode(code) },
    { head: "Status", cell: ({ state }) => boxStateText[state] },
    { head: "Inhalte", kind: "list", cell: ({ contents }) => joinContents(contents) },
    { head: "Klasse", cell: (box) => box.retention_class?.name },
    { head: "Beginn", kind: "day", cell: ({ begins }) => begins },
    { head: "Aufbewahren bis", kind: "day", cell: ({ ends }) => ends },
    { head: "Grund", cell: ({ reason }) => reason },
    { head: "Vernichtungsjahr", kind: "number", cell: ({ meta_destroy_year }) => meta_destroy_year },
    { head: "Vorgeschlagenes Jahr", kind: "number", cell: (box) => box.proposed_destroy_year },
    { head: "Gesperrt", cell: ({ held }) => held },
    { head: "Größe (mm)", kind: "number", cell: ({ size }) => size },
  ],
};
