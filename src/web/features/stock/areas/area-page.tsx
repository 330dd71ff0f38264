import { Plus } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { deleteArea } from "#contract/calls/stock/areas.ts";
import type { AreaDetail } from "#contract/schemas/stock/areas.ts";
import { showCount } from "#rules/amounts.ts";
import { fillOf, showFill, showFree } from "#rules/stock/places/fill.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { DeleteButton } from "#web/detail-page/delete-button.tsx";
import { LastCounted } from "#web/shelves/last-counted.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FillBar } from "#web/ui/page/fill-bar.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { areaQuery } from "./area-loader.ts";

type RowLine = AreaDetail["rows"][number];

const columns: TableColumn<RowLine>[] = [
  { key: "number", label: "Reihe", cell: (row) => `Reihe ${row.number}` },
  { key: "reverse", label: "Umgekehrt", cell: (row) => (row.reverse ? "umgekehrt" : "") },
  { key: "fill", label: "Füllung", grow: true, cell: (row) => <RowFill row={row} /> },
  { key: "positions_count", label: "Boxen", align: "right", cell: (row) => showCount(row.positions_count) },
  {
    key: "last_verified",
    label: "Zuletzt gezählt",
    cell: ({ last_verified }) => <LastCounted last={last_verified} label="zuletzt gezählt" />,
  },
];

/** Shows how full the row is, and the room that is left in it. */
function RowFill({ row: { positions_count, places_count } }: { row: RowLine }) {
  return (
    <span className="flex min-w-24 items-center gap-2 tabular-nums">
      <span className="max-w-60 flex-1 max-sm:hidden">
        <FillBar share={fillOf(positions_count, places_count)} />
      </span>
      {showFill(positions_count, places_count)}, {showFree(positions_count, places_count)}
    </span>
  );
}

const route = getRouteApi("/stock/areas/$id");
const above = <TextLink {...paths.areas()}>Bereiche</TextLink>;

export default function AreaPage() {
  const { id } = route.useParams();
  const query = useQuery(areaQuery(id));
  return (
    <Detail
      query={query}
      title={({ name }) => name}
      head={(area) => (
        <PageHead
          isList
          above={above}
          title={area?.name ?? "Bereich"}
          actions={area?.rows.length === 0 && <DeleteArea area={area} />}
        />
      )}
      missing={<Missing above={above} text={refused.unknownArea.message} />}
    >
      {(area) => (
        <div className="grid-cols-1 max-sm:grid">
          <div className="max-sm:order-last max-sm:mt-3">
            <Facts>
              <Fact label="Name">{area.name}</Fact>
              <Fact label="Reihen">{showCount(area.rows_count)}</Fact>
              <Fact label="Boxen">{showCount(area.boxes_count)}</Fact>
              <Fact label="Zuletzt gezählt">{area.rows.length > 0 && <LastCounted last={area.last_verified} />}</Fact>
            </Facts>
          </div>
          <Rows area={area} />
        </div>
      )}
    </Detail>
  );
}

function Rows({ area: { id, name, rows } }: { area: AreaDetail }) {
  const addRow = (
    <>
      <ButtonLink {...paths.map({ area: id })}>Auf dem Hallenplan</ButtonLink>
      <ButtonLink {...paths.newRow(id)} icon={Plus}>
        <span className="max-sm:sr-only">Reihe hinzufügen</span>
      </ButtonLink>
    </>
  );
  return (
    <Section title="Reihen" total={rows.length} actions={addRow}>
      <DataTable
        caption={`Reihen in ${name}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        link={(row, content) => <Link {...paths.row(row.id)}>{content}</Link>}
        empty={
          <EmptyState
            drawing={<Drawing of="shelf" />}
            reason="In diesem Bereich gibt es noch keine Reihe."
            action={<TextLink {...paths.newRow(id)}>Erste Reihe hinzufügen</TextLink>}
          />
        }
      />
    </Section>
  );
}

const DeleteArea = ({ area: { id, name } }: { area: AreaDetail }) => (
  <DeleteButton
    route={deleteArea}
    id={id}
    label="Bereich löschen"
    loss={`Der Bereich „${name}“ wird gelöscht.`}
    notice={successTexts.areaDeleted}
    next={paths.areas()}
  />
);
