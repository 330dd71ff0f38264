import { getRouteApi, Link } from "@tanstack/react-router";
import { listBoxes } from "#contract/calls/boxes.ts";
import { boxList } from "#contract/lists/boxes.ts";
import { useSession } from "#web/api/session.ts";
import { AddLink } from "#web/lists/add-link.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { NoBoxes } from "#web/lists/no-boxes.tsx";
import { paths } from "#web/paths.ts";
import { customerColumns, staffColumns } from "./box-columns.tsx";

const route = getRouteApi("/stock/boxes");

export default function BoxListPage() {
  const search = route.useSearch();
  const isStaff = useSession().user?.is_staff ?? false;
  return (
    <ListPage
      title="Boxen"
      list={boxList}
      call={listBoxes}
      to={paths.boxes}
      actions={isStaff && <AddLink to="/stock/boxes/new">Boxen hinzufügen</AddLink>}
      columns={isStaff ? staffColumns : customerColumns}
      link={(box, content, place) => (
        <Link {...paths.box(box.id)} state={{ boxList: place }}>
          {content}
        </Link>
      )}
      empty={<NoBoxes search={search} all={paths.boxes({ orderBy: search.orderBy })} isStaff={isStaff} />}
    />
  );
}
