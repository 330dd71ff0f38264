import type { StocktakeResult } from "#contract/schemas/stocktake/stocktakes.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import type { Sheet } from "#rules/lists/sheet.ts";
import { resultClassText } from "#rules/stocktake/results.ts";
import { showUserName } from "#rules/access/users.ts";

const spot = ({ part, height }: { part: number; height: number }) => `T ${part}, H ${height}`;

export const resultSheet: Sheet<StocktakeResult> = {
  key: "results",
  name: "Inventur",
  columns: [
    { head: "Bereich", cell: ({ row }) => row.area.name },
    { head: "Reihe", kind: "number", cell: ({ row }) => row.number },
    { head: "Code", cell: ({ code }) => (parseBoxCode(code) ? showBoxCode(code) : code) },
    { head: "Kunde", cell: ({ box }) => box?.owner.name },
    { head: "Ergebnis", cell: (result) => resultClassText[result.class] },
    { head: "Erwartet", cell: ({ expected }) => (expected ? spot(expected) : "") },
    { head: "Gefunden", cell: ({ found }) => found.map(spot).join("; ") },
    { head: "Von Hand", cell: ({ hand }) => (hand ? "ja" : "") },
    { head: "Status", cell: ({ box }) => (box ? boxStateText[box.state] : "") },
    { head: "Platz heute", cell: ({ box }) => box?.place },
    { head: "Übernommen von", cell: ({ accepted }) => (accepted ? showUserName(accepted.by) : "") },
    { head: "Klärfall", cell: (result) => result.case?.number },
  ],
};
