import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { Guard, Outside } from "#web/shell/guard.tsx";
import { NotFound } from "#web/shell/not-found.tsx";
import { PageFailed } from "#web/shell/page-failed.tsx";
import { screen } from "#web/shell/screen.ts";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { forStaff, params, redirectTo, takesScans } from "./route-parts.ts";
import type { ListSearches } from "./paths.ts";
import * as search from "./search.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({ component: Guard, notFoundComponent: NotFound });
const getParentRoute = () => root;

// The address of a list is read by its screen (`useListSearch`): its declaration would weigh in the first load, which is for everybody.

// Every address of specification 2; one line of imports is one screen's own chunk. Handed over whole: what is written into the call
// itself loses its types, and every link its check.
const screens = [
  createRoute({ getParentRoute, path: "/", beforeLoad: redirectTo("/home") }),
  createRoute({
    getParentRoute,
    path: "/login",
    validateSearch: search.loginSearch,
    ...screen("Anmelden", () => import("#web/features/session/login-page.tsx"), { open: true }),
    pendingComponent: () => (
      <Outside>
        <Loading />
      </Outside>
    ),
  }),
  createRoute({ getParentRoute, path: "/home", ...screen("Home", () => import("#web/features/home/home-page.tsx")) }),

  createRoute({ getParentRoute, path: "/stock", beforeLoad: redirectTo("/stock/overview") }),
  createRoute({
    getParentRoute,
    path: "/stock/overview",
    ...screen("Überblick", () => import("#web/features/overview/boxes-overview-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/boxes",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["boxes"],
    ...screen("Boxen", () => import("#web/features/boxes/box-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/boxes/new",
    ...screen("Boxen hinzufügen", () => import("#web/features/create/box-create-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/boxes/$id",
    params,
    ...screen("Box", () => import("#web/features/boxes/box-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/areas",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["areas"],
    ...screen("Bereiche", () => import("#web/features/areas/area-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/areas/new",
    ...screen("Bereich hinzufügen", () => import("#web/features/areas/area-create-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/areas/$id",
    params,
    ...screen("Bereich", () => import("#web/features/areas/area-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/map",
    validateSearch: (raw: search.RawSearch) => raw as search.MapSearch, // read by the screen
    ...screen("Hallenplan", () => import("#web/features/areas/area-map-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/rows",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["rows"],
    ...screen("Reihen", () => import("#web/features/rows/row-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/rows/new",
    validateSearch: search.newRowSearch,
    ...screen("Reihe hinzufügen", () => import("#web/features/rows/row-create-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/rows/$id",
    params,
    ...screen("Reihe", () => import("#web/features/rows/row-page.tsx"), { ...forStaff, ...takesScans }),
  }),

  createRoute({ getParentRoute, path: "/customers", beforeLoad: redirectTo("/customers/overview") }),
  createRoute({
    getParentRoute,
    path: "/customers/overview",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["customers"],
    ...screen("Kunden", () => import("#web/features/customers/customer-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/customers/new",
    ...screen("Kunde hinzufügen", () => import("#web/features/customers/customer-create-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/customers/$id",
    params,
    ...screen("Kunde", () => import("#web/features/customers/customer-page.tsx"), forStaff),
  }),

  createRoute({ getParentRoute, path: "/deliveries", beforeLoad: redirectTo("/deliveries/overview") }),
  createRoute({
    getParentRoute,
    path: "/deliveries/overview",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["deliveries"],
    ...screen("Lieferungen", () => import("#web/features/deliveries/delivery-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/deliveries/create",
    validateSearch: search.deliveryStepSearch,
    ...screen("Lieferung hinzufügen", () => import("#web/features/orders/delivery-create-page.tsx"), takesScans),
  }),
  createRoute({
    getParentRoute,
    path: "/deliveries/return",
    ...screen("Rückgabe ankündigen", () => import("#web/features/returns/return-create-page.tsx"), {
      ...forStaff,
      ...takesScans,
    }),
  }),
  createRoute({
    getParentRoute,
    path: "/deliveries/plan",
    ...screen("Tagesplan", () => import("#web/features/deliveries/delivery-plan-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/deliveries/collect",
    validateSearch: (raw: search.RawSearch) => raw as search.CollectSearch, // read by the screen
    ...screen("Sammelliste", () => import("#web/features/collect/collect-page.tsx"), { ...forStaff, ...takesScans }),
  }),
  createRoute({
    getParentRoute,
    path: "/deliveries/$id",
    params,
    ...screen("Lieferung", () => import("#web/features/deliveries/delivery-page.tsx"), takesScans),
  }),
  createRoute({
    getParentRoute,
    path: "/services",
    ...screen("Services", () => import("#web/features/services/services-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/imports",
    validateSearch: search.pageSearch,
    ...screen("Importe", () => import("#web/features/imports/import-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/imports/$id",
    params,
    ...screen("Import", () => import("#web/features/imports/import-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/imports",
    validateSearch: search.pageSearch,
    ...screen("Importe", () => import("#web/features/imports/import-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/imports/$id",
    params,
    ...screen("Import", () => import("#web/features/imports/import-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destruction",
    validateSearch: search.pageSearch,
    ...screen("Sammelvernichtung", () => import("#web/features/destruction/destruction-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destruction/$id",
    params,
    ...screen("Sammelvernichtung", () => import("#web/features/destruction/destroyed-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destructions",
    validateSearch: (raw: search.RawSearch) => raw as search.BatchSearch, // read by the screen
    ...screen("Vernichtungen mit Freigabe", () => import("#web/features/batches/batch-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destructions/$id",
    params,
    ...screen("Vernichtung", () => import("#web/features/batches/batch-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/destructions",
    validateSearch: (raw: search.RawSearch) => raw as search.BatchSearch, // read by the screen
    ...screen("Vernichtungen mit Freigabe", () => import("#web/features/batches/batch-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/destructions/$id",
    params,
    ...screen("Vernichtung", () => import("#web/features/batches/batch-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/verify/$number",
    validateSearch: (raw: search.RawSearch) => raw as { digest?: string }, // read by the screen
    ...screen("Bescheinigung prüfen", () => import("#web/features/batches/verify-page.tsx"), { open: true }),
  }),
  createRoute({
    getParentRoute,
    path: "/services/metaupdates",
    validateSearch: (raw: search.RawSearch) => raw as search.CustomerRangeSearch, // read by the screen
    ...screen("Metadaten aktualisieren", () => import("#web/features/meta/meta-updates-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/labelprints",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["labels"],
    ...screen("Etikettendruck", () => import("#web/features/labels/label-prints-page.tsx"), {
      ...forStaff,
      ...takesScans,
    }),
  }),
  createRoute({
    getParentRoute,
    path: "/services/rowlabels",
    ...screen("Reihenetiketten", () => import("#web/features/labels/row-labels-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/archivelists",
    validateSearch: (raw: search.RawSearch) => raw as search.CustomerRangeSearch, // read by the screen
    ...screen("Archivlisten", () => import("#web/features/services/archive-lists-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destroylists",
    validateSearch: (raw: search.RawSearch) => raw as search.DestroyListSearch, // read by the screen
    ...screen("Vernichtungslisten", () => import("#web/features/services/destroy-lists-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destroyrequests",
    validateSearch: search.destroyRequestSearch,
    ...screen("Vernichtungsanfrage", () => import("#web/features/services/destroy-requests-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/boxesoverview",
    validateSearch: (raw: search.RawSearch) => raw as search.CustomerRangeSearch, // read by the screen
    ...screen("Boxenübersicht", () => import("#web/features/services/boxes-overview-print-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/retention",
    validateSearch: search.retentionSearch,
    ...screen("Aufbewahrung", () => import("#web/features/retention/retention-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/retention/law",
    ...screen("Aufbewahrungsfristen", () => import("#web/features/retention/law-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/retention",
    validateSearch: search.retentionSearch,
    ...screen("Aufbewahrung", () => import("#web/features/retention/retention-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/retention/holds",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["holds"],
    ...screen("Sperren", () => import("#web/features/holds/hold-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/services/stocktakes",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["stocktakes"],
    ...screen("Inventuren", () => import("#web/features/stocktakes/stocktake-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/stocktakes/new",
    validateSearch: search.newStocktakeSearch,
    ...screen("Inventur anlegen", () => import("#web/features/stocktakes/stocktake-create-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/stocktakes/$id",
    params,
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["results"],
    ...screen("Inventur", () => import("#web/features/stocktakes/stocktake-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/cases",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["cases"],
    ...screen("Klärfälle", () => import("#web/features/cases/case-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/cases/$id",
    params,
    ...screen("Klärfall", () => import("#web/features/cases/case-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/proof",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["seals"],
    ...screen("Versiegelung", () => import("#web/features/seals/seal-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/services/audit",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["audit"],
    ...screen("Protokoll", () => import("#web/features/audit/audit-list-page.tsx"), forStaff),
  }),

  createRoute({
    getParentRoute,
    path: "/users",
    validateSearch: (raw: search.RawSearch) => raw as ListSearches["users"],
    ...screen("Users", () => import("#web/features/users/user-list-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/users/new",
    ...screen("User hinzufügen", () => import("#web/features/users/user-create-page.tsx"), forStaff),
  }),
  createRoute({
    getParentRoute,
    path: "/users/$id",
    params,
    ...screen("User", () => import("#web/features/users/user-page.tsx"), forStaff),
  }),

  createRoute({
    getParentRoute,
    path: "/search",
    validateSearch: (raw: search.RawSearch) => raw as search.FoundSearch, // read by the screen
    ...screen("Suche", () => import("#web/features/search/search-page.tsx")),
  }),

  createRoute({
    getParentRoute,
    path: "/account",
    ...screen("Mein Zugang", () => import("#web/features/account/account-page.tsx")),
  }),

  createRoute({
    getParentRoute,
    path: "/apps",
    ...screen("Apps & Scripts", () => import("#web/features/apps/app-list-page.tsx"), forStaff),
  }),

  createRoute({
    getParentRoute,
    path: "/einrichten",
    ...screen("Einrichten", () => import("#web/features/setup/device-setup-page.tsx"), { open: true }),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(screens),
  parseSearch: search.parseSearch,
  stringifySearch: search.stringifySearch,
  defaultPreload: "intent",
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
