import type { StocktakeResult } from "#contract/schemas/stocktake/stocktakes.ts";
import { showRead } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { resultClassText } from "#rules/stocktake/results.ts";
import { showUserName } from "#rules/access/users.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { classLooks } from "./class-looks.ts";

type Spot = { readonly part: number; readonly height: number };
const showSpot = ({ part, height }: Spot) => `Teil ${part}, Höhe ${height}`;

/** Returns the columns of the results; the row is shown only where there are several. */
export const resultColumns = (isOneRow: boolean) => (isOneRow ? columns.filter(({ key }) => key !== "row") : columns);

/** Where the archive thinks it is says something only of what was found, or missed, elsewhere. */
const isElsewhere = ({ class: of }: StocktakeResult) => of !== "right" && of !== "other_place" && of !== "missing";

const columns: readonly TableColumn<StocktakeResult>[] = [
  {
    key: "code",
    label: "Box",
    main: true,
    cell: ({ box, code }) => (box ? <TextLink {...paths.box(box.id)}>{showRead(code)}</TextLink> : showRead(code)),
  },
  {
    key: "class",
    label: "Ergebnis",
    phone: "beside",
    cell: (result) => <Badge {...classLooks[result.class]}>{resultClassText[result.class]}</Badge>,
  },
  { key: "row", label: "Reihe", cell: ({ row }) => `${row.area.name}, Reihe ${row.number}` },
  { key: "expected", label: "Erwartet", cell: ({ expected }) => expected && showSpot(expected) },
  {
    key: "found",
    label: "Gefunden",
    cell: ({ found, looked, hand }) => {
      if (found.length === 0) return looked ? "Platz ist leer" : null;
      return `${found.map(showSpot).join("; ")}${hand ? " (von Hand)" : ""}`;
    },
  },
  { key: "place", label: "Laut Archiv", grow: true, cell: (result) => isElsewhere(result) && result.box?.place },
  {
    key: "done",
    label: "Stand",
    cell: (result) => <Standing result={result} />,
  },
];

/** Says whether the result waits for somebody, and for whom. */
function Standing({ result: { accepted, second_look, case: opened } }: { result: StocktakeResult }) {
  const link = opened && <TextLink {...paths.case(opened.id)}>{opened.number}</TextLink>;
  if (accepted)
    return (
      <span className="tabular-nums" title={`${showDateTime(accepted.at)}, ${showUserName(accepted.by)}`}>
        {link} übernommen {showDate(berlinDay(new Date(accepted.at)))}
      </span>
    );
  if (second_look) return <span className="tabular-nums">nachzusehen seit {showDateTime(second_look)}</span>;
  return link;
}
