import type { routes } from "./routes.ts";

type Route = (typeof routes)[number];
type Path = Route["path"];
/** Values behind the `?` of an address. */
type SearchAt<P extends Path> =
  Extract<Route, { path: P }> extends { search: (raw: never) => infer Search } ? Search : object;

const to =
  <const P extends Exclude<Path, `${string}$${string}`>>(path: P) =>
  (search = {} as SearchAt<P>) => ({ to: path, search });

const toId =
  <const P extends Extract<Path, `${string}$id`>>(path: P) =>
  (id: number) => ({ to: path, params: { id } });

const toIdWith =
  <const P extends Extract<Path, `${string}$id`>>(path: P) =>
  (id: number, search = {} as SearchAt<P>) => ({ to: path, params: { id }, search });

/**
 * Names of the addresses of routes.ts that carry something, for `<Link {...paths.box(id)}>` and `navigate(paths.boxes())`. One that
 * carries nothing is written where it is needed, `<Link to="/services">`: the router's types know every one.
 */
export const paths = {
  boxes: to("/stock/boxes"),
  box: toId("/stock/boxes/$id"),
  areas: to("/stock/areas"),
  area: toId("/stock/areas/$id"),
  map: to("/stock/map"),
  rows: to("/stock/rows"),
  newRow: (area?: number) => to("/stock/rows/new")({ area }),
  row: toId("/stock/rows/$id"),
  customers: to("/customers/overview"),
  customer: toIdWith("/customers/$id"),
  deliveries: to("/deliveries/overview"),
  newDelivery: (step?: number) => to("/deliveries/create")({ step }),
  collect: to("/deliveries/collect"),
  tours: to("/tours"),
  tour: toId("/tours/$id"),
  delivery: toId("/deliveries/$id"),
  destruction: to("/services/destruction"),
  /** By its moment. */
  destroyed: toId("/services/destruction/$id"),
  batches: to("/services/destructions"),
  batch: toId("/services/destructions/$id"),
  /** The same for a customer's user. */
  ownBatches: to("/destructions"),
  ownBatch: toId("/destructions/$id"),
  /** Page of what a customer owes for a month. */
  bill: toIdWith("/billing/$id"),
  billingRun: to("/billing/run"),
  invoices: to("/billing/invoices"),
  invoice: toIdWith("/billing/invoices/$id"),
  stocktakes: to("/services/stocktakes"),
  newStocktake: (row?: number) => to("/services/stocktakes/new")({ row }),
  stocktake: toIdWith("/services/stocktakes/$id"),
  cases: to("/cases"),
  case: toId("/cases/$id"),
  webhook: toId("/webhooks/$id"),
  metaUpdates: to("/services/metaupdates"),
  labelPrints: to("/services/labelprints"),
  archiveLists: to("/services/archivelists"),
  destroyLists: to("/services/destroylists"),
  destroyRequests: to("/services/destroyrequests"),
  boxesOverviewPrint: to("/services/boxesoverview"),
  /** For staff; customers have their own address. */
  retention: to("/services/retention"),
  ownRetention: to("/retention"),
  holds: to("/retention/holds"),
  seals: to("/services/proof"),
  messages: to("/services/messages"),
  audit: to("/services/audit"),
  search: to("/search"),
  users: to("/users"),
  user: toId("/users/$id"),
};
