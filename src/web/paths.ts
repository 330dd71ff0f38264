import { linkOptions } from "@tanstack/react-router";
import type { areaList } from "#contract/lists/areas.ts";
import type { auditList } from "#contract/lists/audit.ts";
import type { boxList, labelBoxList } from "#contract/lists/boxes.ts";
import type { customerList } from "#contract/lists/customers.ts";
import type { deliveryList } from "#contract/lists/deliveries.ts";
import type { caseList } from "#contract/lists/cases.ts";
import type { holdList } from "#contract/lists/holds.ts";
import type { rowList } from "#contract/lists/rows.ts";
import type { sealList } from "#contract/lists/seals.ts";
import type { resultList, stocktakeList } from "#contract/lists/stocktakes.ts";
import type { userList } from "#contract/lists/users.ts";
import type { SearchOf } from "#web/lists/list-search.ts";
import type {
  BatchSearch,
  CollectSearch,
  CustomerRangeSearch,
  DestroyListSearch,
  DestroyRequestSearch,
  PageSearch,
  FoundSearch,
  MapSearch,
  RetentionSearch,
} from "./search.ts";

/** What the addresses of lists carry. */
export interface ListSearches {
  areas: SearchOf<typeof areaList>;
  audit: SearchOf<typeof auditList>;
  boxes: SearchOf<typeof boxList>;
  cases: SearchOf<typeof caseList>;
  customers: SearchOf<typeof customerList>;
  deliveries: SearchOf<typeof deliveryList>;
  holds: SearchOf<typeof holdList>;
  labels: SearchOf<typeof labelBoxList>;
  results: SearchOf<typeof resultList>;
  rows: SearchOf<typeof rowList>;
  seals: SearchOf<typeof sealList>;
  stocktakes: SearchOf<typeof stocktakeList>;
  users: SearchOf<typeof userList>;
}

/**
 * The addresses of specification 2 that carry something, for `<Link {...paths.box(id)}>` and `navigate(paths.boxes())`. One that
 * carries nothing is written where it is needed, `<Link to="/services">`: the router's types know every one.
 */
export const paths = {
  boxes: (search: SearchOf<typeof boxList> = {}) => linkOptions({ to: "/stock/boxes", search }),
  box: (id: number) => linkOptions({ to: "/stock/boxes/$id", params: { id } }),
  areas: (search: SearchOf<typeof areaList> = {}) => linkOptions({ to: "/stock/areas", search }),
  area: (id: number) => linkOptions({ to: "/stock/areas/$id", params: { id } }),
  map: (search: MapSearch = {}) => linkOptions({ to: "/stock/map", search }),
  rows: (search: SearchOf<typeof rowList> = {}) => linkOptions({ to: "/stock/rows", search }),
  newRow: (area?: number) => linkOptions({ to: "/stock/rows/new", search: { area } }),
  row: (id: number) => linkOptions({ to: "/stock/rows/$id", params: { id } }),
  customers: (search: SearchOf<typeof customerList> = {}) => linkOptions({ to: "/customers/overview", search }),
  customer: (id: number) => linkOptions({ to: "/customers/$id", params: { id } }),
  deliveries: (search: SearchOf<typeof deliveryList> = {}) => linkOptions({ to: "/deliveries/overview", search }),
  newDelivery: (step?: number) => linkOptions({ to: "/deliveries/create", search: { step } }),
  collect: (search: CollectSearch = {}) => linkOptions({ to: "/deliveries/collect", search }),
  delivery: (id: number) => linkOptions({ to: "/deliveries/$id", params: { id } }),
  destruction: (search: PageSearch = {}) => linkOptions({ to: "/services/destruction", search }),
  /** By its moment. */
  destroyed: (id: number) => linkOptions({ to: "/services/destruction/$id", params: { id } }),
  batches: (search: BatchSearch = {}) => linkOptions({ to: "/services/destructions", search }),
  batch: (id: number) => linkOptions({ to: "/services/destructions/$id", params: { id } }),
  /** The same for a customer's user. */
  ownBatches: (search: BatchSearch = {}) => linkOptions({ to: "/destructions", search }),
  ownBatch: (id: number) => linkOptions({ to: "/destructions/$id", params: { id } }),
  stocktakes: (search: SearchOf<typeof stocktakeList> = {}) => linkOptions({ to: "/services/stocktakes", search }),
  newStocktake: (row?: number) => linkOptions({ to: "/services/stocktakes/new", search: { row } }),
  stocktake: (id: number, search: SearchOf<typeof resultList> = {}) =>
    linkOptions({ to: "/services/stocktakes/$id", params: { id }, search }),
  cases: (search: SearchOf<typeof caseList> = {}) => linkOptions({ to: "/cases", search }),
  case: (id: number) => linkOptions({ to: "/cases/$id", params: { id } }),
  metaUpdates: (search: CustomerRangeSearch = {}) => linkOptions({ to: "/services/metaupdates", search }),
  labelPrints: (search: SearchOf<typeof labelBoxList> = {}) => linkOptions({ to: "/services/labelprints", search }),
  archiveLists: (search: CustomerRangeSearch = {}) => linkOptions({ to: "/services/archivelists", search }),
  destroyLists: (search: DestroyListSearch = {}) => linkOptions({ to: "/services/destroylists", search }),
  destroyRequests: (search: DestroyRequestSearch = {}) => linkOptions({ to: "/services/destroyrequests", search }),
  boxesOverviewPrint: (search: CustomerRangeSearch = {}) => linkOptions({ to: "/services/boxesoverview", search }),
  /** For staff; customers have their own address. */
  retention: (search: RetentionSearch = {}) => linkOptions({ to: "/services/retention", search }),
  ownRetention: (search: RetentionSearch = {}) => linkOptions({ to: "/retention", search }),
  holds: (search: SearchOf<typeof holdList> = {}) => linkOptions({ to: "/retention/holds", search }),
  seals: (search: SearchOf<typeof sealList> = {}) => linkOptions({ to: "/services/proof", search }),
  audit: (search: SearchOf<typeof auditList> = {}) => linkOptions({ to: "/services/audit", search }),
  search: (search: FoundSearch = {}) => linkOptions({ to: "/search", search }),
  users: (search: SearchOf<typeof userList> = {}) => linkOptions({ to: "/users", search }),
  user: (id: number) => linkOptions({ to: "/users/$id", params: { id } }),
};
