import { Link } from "@tanstack/react-router";
import { sheetOfBoxes } from "#contract/calls/stock/boxes.ts";
import { boxList } from "#contract/lists/boxes.ts";
import { useSession } from "#web/api/session.ts";
import { NewBoxesLine } from "#web/features/stock/create/new-boxes-section.tsx";
import { AddLink } from "#web/lists/add-link.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { NoBoxes } from "#web/lists/no-boxes.tsx";
import { SavedViews } from "#web/lists/saved-views.tsx";
import { useListSearch } from "#web/lists/use-list.ts";
import { paths } from "#web/paths.ts";
import { customerColumns, staffColumns } from "./box-columns.tsx";
import { TickedActions } from "./ticked-actions.tsx";
import { useTickedBoxes } from "./ticked-boxes.ts";
import { boxListSource } from "./box-list-loader.ts";

export default function BoxListPage() {
  const search = useListSearch(boxList);
  const isStaff = useSession().user?.is_staff ?? false;
  const { ticked, ticks, clear } = useTickedBoxes(search);
  return (
    <ListPage
      title="Boxen"
      {...boxListSource}
      sheet={sheetOfBoxes}
      to={paths.boxes}
      actions={
        <>
          {isStaff && <AddLink to="/stock/boxes/new">Boxen hinzufügen</AddLink>}
          <SavedViews list={boxList} name="boxes" search={search} to={paths.boxes} />
        </>
      }
      above={isStaff && <NewBoxesLine />}
      columns={isStaff ? staffColumns : customerColumns}
      link={(box, content, place) => (
        <Link {...paths.box(box.id)} state={{ boxList: place }}>
          {content}
        </Link>
      )}
      ticks={ticks}
      tools={(shown) =>
        ticked.length > 0 && (
          <TickedActions
            boxes={ticked}
            beyond={ticked.length - shown.filter(ticks.has).length}
            isStaff={isStaff}
            onDone={clear}
          />
        )
      }
      empty={<NoBoxes search={search} all={paths.boxes({ orderBy: search.orderBy })} isStaff={isStaff} />}
    />
  );
}
