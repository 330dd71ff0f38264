import type { Area } from "#contract/schemas/stock/areas.ts";
import type { Row } from "#contract/schemas/stock/rows.ts";
import type { Sheet } from "#rules/lists/sheet.ts";

export const areaSheet: Sheet<Area> = {
  key: "areas",
  name: "Bereiche",
  columns: [
    { head: "Name", cell: ({ name }) => name },
    { head: "Reihen", kind: "number", cell: ({ rows_count }) => rows_count },
    { head: "Boxen", kind: "number", cell: ({ boxes_count }) => boxes_count },
    { head: "Zuletzt gezählt", kind: "moment", cell: ({ last_verified }) => last_verified },
  ],
};

export const rowSheet: Sheet<Row> = {
  key: "rows",
  name: "Reihen",
  columns: [
    { head: "Bereich", cell: ({ area }) => area.name },
    { head: "Reihe", kind: "number", cell: ({ number }) => number },
    { head: "Umgekehrt", cell: ({ reverse }) => (reverse ? "umgekehrt" : "") },
    { head: "Boxen", kind: "number", cell: ({ positions_count }) => positions_count },
    { head: "Zuletzt gezählt", kind: "moment", cell: ({ last_verified }) => last_verified },
  ],
};
