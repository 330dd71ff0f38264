import type { CaseDetail, CaseNeighbour } from "#contract/schemas/stocktake/cases.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { keyOf } from "#rules/stock/places/place-cursor.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

const columns: readonly TableColumn<CaseNeighbour>[] = [
  { key: "where", label: "Lage", main: true, cell: ({ where }) => where },
  {
    key: "place",
    label: "Platz",
    grow: true,
    cell: ({ row, part, height, place }) => (
      <TextLink {...paths.row(row)} hash={keyOf({ part, height })}>
        {place}
      </TextLink>
    ),
  },
  {
    key: "box",
    label: "Dort steht",
    phone: "beside",
    cell: ({ box }) =>
      box ? (
        <TextLink {...paths.box(box.id)}>{showBoxCode(box.code)}</TextLink>
      ) : (
        <span className="text-muted">leer</span>
      ),
  },
];

/** Where it was seen last, and the places around that. */
export function CasePlaces({ of: { last_seen: seen, neighbours } }: { of: CaseDetail }) {
  return (
    <>
      <Section title="Zuletzt gesehen">
        {seen ? (
          <div className="rounded-md border border-line bg-surface p-3">
            <p className="text-section font-semibold tabular-nums">
              {seen.row === null ? (
                seen.place
              ) : (
                <TextLink {...paths.row(seen.row)} hash={keyOf(seen)}>
                  {seen.place}
                </TextLink>
              )}
            </p>
            <p className="text-muted tabular-nums">
              {showDateTime(seen.at)}, {seen.who}
            </p>
          </div>
        ) : (
          <p className="text-muted">Von keinem Platz ist bekannt, dass sie dort stand.</p>
        )}
      </Section>
      {neighbours.length > 0 && (
        <Section title="Dort nachsehen">
          <DataTable
            caption="Plätze in der Nähe"
            columns={columns}
            rows={neighbours}
            rowKey={({ where }) => where}
            empty={null}
          />
        </Section>
      )}
    </>
  );
}
