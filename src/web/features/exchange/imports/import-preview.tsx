import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showContents } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showBoxPeriod } from "#rules/stock/period.ts";
import { showDate } from "#rules/dates.ts";
import { labelOf } from "#rules/exchange/imports/columns.ts";
import { Badge, type Tone } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

type PreviewBox = ImportDetail["preview"][number];
const changes: Record<PreviewBox["change"], readonly [text: string, tone: Tone]> = {
  made: ["neu", "green"],
  changed: ["geändert", "blue"],
  unchanged: ["unverändert", "grey"],
};

/** A value of the preview that joins does not compile until it has its column here; a period has one, and so have contents. */
const columnByKey: Record<
  Exclude<keyof PreviewBox, "period_from" | "content_count">,
  Omit<TableColumn<PreviewBox>, "key">
> = {
  code: { label: "Box", main: true, cell: ({ code }) => showBoxCode(code) },
  change: {
    label: "Was geschieht",
    phone: "beside",
    cell: ({ change: of }) => <Badge tone={changes[of][1]}>{changes[of][0]}</Badge>,
  },
  contents: { label: "Neue Inhalte", grow: true, cell: contentsOf },
  size: { label: "Größe", align: "right", cell: ({ size }) => `${size} mm` },
  year: { label: labelOf("year"), align: "right", cell: ({ year }) => year },
  period_to: {
    label: labelOf("period"),
    cell: ({ period_from: from, period_to: to }) => showBoxPeriod({ from, to }),
  },
  destroy_year: { label: "Vernichtung", align: "right", cell: ({ destroy_year }) => destroy_year },
  begins: { label: labelOf("begins"), align: "right", cell: ({ begins }) => begins && showDate(begins) },
  class: { label: labelOf("class"), cell: (box) => box.class },
  place: { label: "Platz", cell: ({ place }) => place },
  foreign_number: { label: labelOf("foreignNumber"), cell: ({ foreign_number }) => foreign_number },
  cost_centre: { label: labelOf("costCentre"), cell: ({ cost_centre }) => cost_centre },
};
const columns = Object.entries(columnByKey).map(([key, column]): TableColumn<PreviewBox> => ({ key, ...column }));

function contentsOf({ contents, content_count: count }: PreviewBox) {
  const more = count - contents.length;
  return `${contents.join(", ")}${more > 0 ? ` und ${showContents(more)} mehr` : ""}`;
}

/** The first boxes of a list as they will look. */
export function ImportPreview({ boxes, isWithout }: { boxes: readonly PreviewBox[]; isWithout: boolean }) {
  const visibleColumns = columns.filter(({ key }) =>
    boxes.some((box) => Boolean(box[key as keyof PreviewBox] ?? box.code === "")),
  );
  return (
    <Section
      title={`${boxes.length < 50 ? "Vorschau" : "Vorschau der ersten 50 Boxen"}${isWithout ? " ohne die Zeilen mit Fehlern" : ""}`}
    >
      <DataTable caption="Vorschau" columns={visibleColumns} rows={boxes} rowKey={({ code }) => code} />
    </Section>
  );
}
