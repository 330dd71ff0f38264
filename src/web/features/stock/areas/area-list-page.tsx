import { Link } from "@tanstack/react-router";
import { sheetOfAreas } from "#contract/calls/stock/areas.ts";
import { areaList } from "#contract/lists/areas.ts";
import type { Area } from "#contract/schemas/stock/areas.ts";
import { LastCounted } from "#web/shelves/last-counted.tsx";
import { AddLink } from "#web/lists/add-link.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { paths } from "#web/paths.ts";
import { areaListSource } from "./area-list-loader.ts";

type AreaLine = Pick<Area, "id" | "name" | "rows_count" | "boxes_count" | "last_verified">;

const columns: ListColumn<AreaLine, typeof areaList>[] = [
  { key: "name", grow: true, cell: (area) => area.name },
  { key: "rows_count", align: "right", cell: (area) => show(area.rows_count) },
  { key: "boxes_count", align: "right", cell: (area) => show(area.boxes_count) },
  {
    key: "last_verified",
    label: "Zuletzt gezählt",
    cell: ({ rows_count, last_verified }) =>
      rows_count > 0 && <LastCounted last={last_verified} label="zuletzt gezählt" />,
  },
];

const show = (count: number) => count.toLocaleString("de-DE");

export default function AreaListPage() {
  return (
    <ListPage
      title="Bereiche"
      {...areaListSource}
      sheet={sheetOfAreas}
      to={paths.areas}
      actions={<AddLink to="/stock/areas/new">Bereich hinzufügen</AddLink>}
      columns={columns}
      link={(area, content) => <Link {...paths.area(area.id)}>{content}</Link>}
      empty={
        <ListEmpty
          to="/stock/areas/new"
          look="button"
          drawing={<Drawing of="shelf" />}
          reason="Ein Bereich ist eine Halle oder ein Raum mit Reihen."
        >
          Ersten Bereich hinzufügen
        </ListEmpty>
      }
      skeletonRows={6}
    />
  );
}
