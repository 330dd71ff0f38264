import { listApps } from "#contract/calls/apps.ts";
import { getArea, listAreas, mapOfArea } from "#contract/calls/areas.ts";
import { backupState } from "#contract/calls/backups.ts";
import { boxesOverview, getBox, listBoxes } from "#contract/calls/boxes.ts";
import { getCustomer, listCustomers } from "#contract/calls/customers.ts";
import { deliveryPlan, getDelivery, listCollect, listDeliveries } from "#contract/calls/deliveries.ts";
import { listProcedureChanges } from "#contract/calls/destruction/procedures.ts";
import { listImports } from "#contract/calls/imports.ts";
import { getRow, listRows } from "#contract/calls/rows.ts";
import { listSessions } from "#contract/calls/sessions.ts";
import { worklist } from "#contract/calls/stocktakes/stocktakes.ts";
import { getUser, listUsers } from "#contract/calls/users.ts";
import { areaList } from "#contract/lists/areas.ts";
import { boxList } from "#contract/lists/boxes.ts";
import { customerList } from "#contract/lists/customers.ts";
import { deliveryList } from "#contract/lists/deliveries.ts";
import { rowList } from "#contract/lists/rows.ts";
import { userList } from "#contract/lists/users.ts";
import type { List } from "#contract/list.ts";
import { queryClient, queryFor } from "#web/api/queries.ts";
import { knownRole, onSessionChange, sessionState } from "#web/api/session-state.ts";
import { type ListAsked, type ListCall, pieceOf } from "#web/lists/list-piece.ts";
import { searchOf } from "#web/lists/list-search.ts";
import { foundSearch, pageSearches } from "#web/features/search/found-search.ts";
import { mapSearch } from "#web/features/areas/map-search.ts";
import type { RawSearch } from "#web/search.ts";
import type { Entered } from "#web/shell/ask-ahead.ts";

type Asked = Parameters<typeof queryClient.query>[0];
type Wanted = (address: {
  readonly id: number;
  readonly search: RawSearch;
  readonly isStaff: boolean;
}) => readonly unknown[]; // queries of many kinds

const piece =
  <L extends List>(asked: ListAsked<L, ListCall>): Wanted =>
  ({ search, isStaff }) => [pieceOf(asked, searchOf(asked.list)(search), isStaff)];

const mapPiece = (raw: RawSearch) => {
  const { area, by, customer } = mapSearch(raw);
  return queryFor(mapOfArea, { query: { area, customer: by === "customer" ? customer : undefined } });
};

/**
 * What the screens ask for first, by the addresses of `routes.tsx`: asked while their code is still on its way. A screen that asks for
 * anything else asks twice, which `first-paint.spec.ts` finds.
 */
const wanted: Readonly<Record<string, Wanted>> = {
  "/home": ({ isStaff }) =>
    isStaff
      ? [
          queryFor(deliveryPlan),
          queryFor(boxesOverview),
          queryFor(worklist),
          queryFor(backupState),
          queryFor(listProcedureChanges),
          queryFor(listSessions),
        ]
      : [queryFor(deliveryPlan), queryFor(listImports, { query: { limit: 1 } }), queryFor(listSessions)],
  "/stock/overview": () => [queryFor(boxesOverview)],
  "/stock/boxes": piece({ list: boxList, call: listBoxes }),
  "/stock/boxes/$id": ({ id }) => [queryFor(getBox, { path: { id } })],
  "/stock/areas": piece({
    list: areaList,
    call: listAreas,
    selection: "{id,name,rows_count,boxes_count,last_verified}",
  }),
  "/stock/areas/$id": ({ id }) => [queryFor(getArea, { path: { id } })],
  "/stock/map": ({ search }) => [mapPiece(search)],
  "/stock/rows": (address) => [
    ...piece({ list: rowList, call: listRows, selection: "{id,number,area,reverse,positions_count,last_verified}" })(
      address,
    ),
    queryFor(listAreas, { query: { query: "{id,name}" } }),
  ],
  "/stock/rows/$id": ({ id }) => [queryFor(getRow, { path: { id } })],
  "/customers/overview": piece({
    list: customerList,
    call: listCustomers,
    selection: "{id,code,name,count_boxes,count_boxcontents,count_boximages,count_deliveryoptions}",
  }),
  "/customers/$id": ({ id }) => [queryFor(getCustomer, { path: { id } })],
  "/deliveries/overview": piece({
    list: deliveryList,
    call: listDeliveries,
    selection: "{id,code,customer,boxes_count,boxcontents_count,kind,state,time}",
  }),
  "/deliveries/plan": () => [queryFor(deliveryPlan)],
  "/deliveries/collect": () => [queryFor(listCollect)],
  "/deliveries/$id": ({ id }) => [queryFor(getDelivery, { path: { id } })],
  "/search": ({ search }) =>
    Object.values(pageSearches(foundSearch(search))).flatMap(({ isWanted, query }) => (isWanted ? [query] : [])),
  "/users": piece({ list: userList, call: listUsers }),
  "/users/$id": ({ id }) => [queryFor(getUser, { path: { id } })],
  "/apps": () => [queryFor(listApps)],
};

/**
 * Asks for what the screen at an address will ask for; the screen finds it under way, or there. A page for staff asks nothing for others,
 * and where it is not known yet who is there, or whether they may do anything at all, that is waited for.
 */
export async function askFor({ path, isForStaff, id = 0, search }: Entered): Promise<void> {
  const role = knownRole() ?? (await roleLater());
  if (role === null || (isForStaff && role !== "staff")) return;
  for (const query of wanted[path]?.({ id, search, isStaff: role === "staff" }) ?? [])
    queryClient.query(query as Asked).catch(() => undefined); // the screen says why
}

function roleLater(): Promise<ReturnType<typeof knownRole>> {
  return new Promise((resolve) => {
    if (sessionState().loaded) return resolve(null);
    const stop = onSessionChange(() => {
      if (!sessionState().loaded) return;
      stop();
      resolve(knownRole());
    });
  });
}
