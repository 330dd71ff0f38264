import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sheetOfRows } from "#contract/calls/stock/rows.ts";
import { rowList } from "#contract/lists/rows.ts";
import type { Row } from "#contract/schemas/stock/rows.ts";
import { LastCounted } from "#web/shelves/last-counted.tsx";
import { AddLink } from "#web/lists/add-link.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { useListSearch } from "#web/lists/use-list.ts";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { areasQuery, rowListSource } from "./row-list-loader.ts";

const columns: ListColumn<Row, typeof rowList>[] = [
  {
    key: "area",
    phone: "hidden",
    cell: ({ area }) => <TextLink {...paths.area(area.id)}>{area.name}</TextLink>,
  },
  { key: "number", main: true, cell: ({ area, number }) => <RowName area={area.name} number={number} /> },
  { key: "reverse", label: "Umgekehrt", grow: true, cell: (row) => (row.reverse ? "umgekehrt" : "") },
  { key: "positions_count", align: "right", cell: (row) => row.positions_count.toLocaleString("de-DE") },
  { key: "last_verified", cell: ({ last_verified }) => <LastCounted last={last_verified} label="zuletzt gezählt" /> },
];

/** On a phone there is no column of the area beside it. */
const RowName = ({ area, number }: { area: string; number: number }) => (
  <>
    <span className="sm:hidden">{area}, </span>Reihe {number}
  </>
);

/** The link says which row it leads to, whatever is seen beside it. */
const nameOf = (row: Row) => `${row.area.name}, Reihe ${row.number}`;

export default function RowListPage() {
  const { area } = useListSearch(rowList);
  const areas = useQuery(areasQuery).data?.results;
  return (
    <ListPage
      title="Reihen"
      {...rowListSource}
      sheet={sheetOfRows}
      to={paths.rows}
      choices={{ area: (areas ?? []).map(({ id, name }) => ({ value: id, label: name })) }}
      actions={<AddLink {...paths.newRow(area)}>Reihe hinzufügen</AddLink>}
      columns={columns}
      link={(row, content) => (
        <Link {...paths.row(row.id)} aria-label={nameOf(row)}>
          {content}
        </Link>
      )}
      empty={
        areas?.length === 0 ? (
          <ListEmpty
            to="/stock/areas/new"
            look="button"
            drawing={<Drawing of="shelf" />}
            reason="Eine Reihe steht in einem Bereich, und es gibt noch keinen."
          >
            Ersten Bereich hinzufügen
          </ListEmpty>
        ) : (
          <ListEmpty
            {...paths.newRow(area)}
            look="button"
            drawing={<Drawing of="shelf" />}
            reason={area === undefined ? "Es gibt noch keine Reihe." : "In diesem Bereich gibt es noch keine Reihe."}
          >
            Erste Reihe hinzufügen
          </ListEmpty>
        )
      }
    />
  );
}
