import type { ComponentType } from "react";
import type { areaList } from "#contract/lists/areas.ts";
import type { auditList } from "#contract/lists/audit.ts";
import type { boxList, labelBoxList } from "#contract/lists/boxes.ts";
import type { caseList } from "#contract/lists/cases.ts";
import type { customerList } from "#contract/lists/customers.ts";
import type { deliveryList } from "#contract/lists/deliveries.ts";
import type { holdList } from "#contract/lists/holds.ts";
import type { rowList } from "#contract/lists/rows.ts";
import type { sealList } from "#contract/lists/seals.ts";
import type { messageList } from "#contract/lists/messages.ts";
import type { resultList, stocktakeList } from "#contract/lists/stocktakes.ts";
import type { userList } from "#contract/lists/users.ts";
import type { List } from "#contract/list.ts";
import type { SearchOf } from "#web/lists/list-search.ts";
import type { Loader } from "./loader.ts";
import * as search from "./search.ts";

/** A screen at an address (specification 2). */
export interface Screen {
  readonly path: `/${string}`;
  /** The document's title until the page knows better. */
  readonly title: string;
  /** Users whom the page is for (specification 6); `open` needs no session and stands outside the layout. */
  readonly access: "open" | "user" | "staff";
  /** The entry of the side menu that it belongs to. */
  readonly section?: string;
  /** The link in the top bar of its section that it belongs to; the first one of a tab is where that leads. */
  readonly tab?: string;
  /** Staff have it at this tab under services, or in a section of their own. */
  readonly staffTab?: string;
  readonly staffSection?: string;
  /** Takes scans itself, from the moment on in which it is wanted (ui/scan-dispatcher.ts). */
  readonly scans?: true;
  /** Reads what stands behind the `?` of the address. */
  readonly search?: (raw: search.RawSearch) => object;
  /** Its code, in a chunk of its own, whose default export is the page. */
  readonly page: () => Promise<{ readonly default: ComponentType }>;
  /** Loads the data that the page asks for first, while the page's code is on its way. */
  readonly loader?: () => Promise<{ readonly load: Loader }>;
}

// The page reads the address itself: what would read it here would weigh in the first load.
const passThrough = <S extends object>(raw: search.RawSearch | S) => raw as S;
const listed = <L extends List>(raw: search.RawSearch) => raw as SearchOf<L>;

/** Addresses that lead on to another one. */
export const redirects = [
  { path: "/", to: "/home" },
  { path: "/stock", to: "/stock/overview" },
  { path: "/customers", to: "/customers/overview" },
  { path: "/deliveries", to: "/deliveries/overview" },
] as const;

/**
 * Every screen of the desk. The router, the menu, the links (paths.ts), what the build preloads and the walks of the tests come from here;
 * the tabs of a section stand in their order.
 */
// biome-ignore format: a screen is one row
export const routes = [
  { path: "/login", title: "Anmelden", access: "open", search: search.loginSearch,
    page: () => import("#web/features/access/session/login-page.tsx") },
  { path: "/home", title: "Home", access: "user", section: "Home",
    page: () => import("#web/features/home/home-page.tsx"),
    loader: () => import("#web/features/home/home-loader.ts") },

  { path: "/stock/overview", title: "Überblick", access: "user", section: "Lager", tab: "Überblick",
    page: () => import("#web/features/stock/overview/boxes-overview-page.tsx"),
    loader: () => import("#web/features/stock/overview/boxes-overview-loader.ts") },
  { path: "/stock/boxes", title: "Boxen", access: "user", section: "Lager", tab: "Boxen",
    search: listed<typeof boxList>,
    page: () => import("#web/features/stock/boxes/box-list-page.tsx"),
    loader: () => import("#web/features/stock/boxes/box-list-loader.ts") },
  { path: "/stock/boxes/new", title: "Boxen hinzufügen", access: "staff", section: "Lager", tab: "Boxen",
    page: () => import("#web/features/stock/create/box-create-page.tsx") },
  { path: "/stock/boxes/$id", title: "Box", access: "user", section: "Lager", tab: "Boxen",
    page: () => import("#web/features/stock/boxes/box-page.tsx"),
    loader: () => import("#web/features/stock/boxes/box-loader.ts") },
  { path: "/stock/areas", title: "Bereiche", access: "staff", section: "Lager", tab: "Bereiche",
    search: listed<typeof areaList>,
    page: () => import("#web/features/stock/areas/area-list-page.tsx"),
    loader: () => import("#web/features/stock/areas/area-list-loader.ts") },
  { path: "/stock/areas/new", title: "Bereich hinzufügen", access: "staff", section: "Lager", tab: "Bereiche",
    page: () => import("#web/features/stock/areas/area-create-page.tsx") },
  { path: "/stock/areas/$id", title: "Bereich", access: "staff", section: "Lager", tab: "Bereiche",
    page: () => import("#web/features/stock/areas/area-page.tsx"),
    loader: () => import("#web/features/stock/areas/area-loader.ts") },
  { path: "/stock/rows", title: "Reihen", access: "staff", section: "Lager", tab: "Reihen",
    search: listed<typeof rowList>,
    page: () => import("#web/features/stock/rows/row-list-page.tsx"),
    loader: () => import("#web/features/stock/rows/row-list-loader.ts") },
  { path: "/stock/rows/new", title: "Reihe hinzufügen", access: "staff", section: "Lager", tab: "Reihen", search: search.newRowSearch,
    page: () => import("#web/features/stock/rows/row-create-page.tsx") },
  { path: "/stock/rows/$id", title: "Reihe", access: "staff", section: "Lager", tab: "Reihen", scans: true,
    page: () => import("#web/features/stock/rows/row-page.tsx"), loader: () => import("#web/features/stock/rows/row-loader.ts") },
  { path: "/stock/map", title: "Hallenplan", access: "staff", section: "Lager", tab: "Hallenplan",
    search: passThrough<search.MapSearch>,
    page: () => import("#web/features/stock/areas/area-map-page.tsx"),
    loader: () => import("#web/features/stock/areas/area-map-loader.ts") },

  { path: "/customers/overview", title: "Kunden", access: "staff", section: "Kunden",
    search: listed<typeof customerList>,
    page: () => import("#web/features/customers/customers/customer-list-page.tsx"),
    loader: () => import("#web/features/customers/customers/customer-list-loader.ts") },
  { path: "/customers/new", title: "Kunde hinzufügen", access: "staff", section: "Kunden",
    page: () => import("#web/features/customers/customers/customer-create-page.tsx") },
  { path: "/customers/$id", title: "Kunde", access: "staff", section: "Kunden", search: passThrough<search.CustomerTabSearch>,
    page: () => import("#web/features/customers/customers/customer-page.tsx"),
    loader: () => import("#web/features/customers/customers/customer-loader.ts") },

  { path: "/deliveries/overview", title: "Lieferungen", access: "user", section: "Lieferungen", tab: "Überblick",
    search: listed<typeof deliveryList>,
    page: () => import("#web/features/deliveries/deliveries/delivery-list-page.tsx"),
    loader: () => import("#web/features/deliveries/deliveries/delivery-list-loader.ts") },
  { path: "/deliveries/create", title: "Lieferung hinzufügen", access: "user", section: "Lieferungen", tab: "Überblick", scans: true,
    search: passThrough<search.DeliveryStepSearch>,
    page: () => import("#web/features/deliveries/orders/delivery-create-page.tsx") },
  { path: "/deliveries/return", title: "Rückgabe ankündigen", access: "staff", section: "Lieferungen", tab: "Überblick", scans: true,
    page: () => import("#web/features/deliveries/returns/return-create-page.tsx") },
  { path: "/deliveries/pickup", title: "Abholung bestellen", access: "user", section: "Lieferungen", tab: "Überblick", scans: true,
    page: () => import("#web/features/deliveries/returns/pickup-create-page.tsx") },
  { path: "/deliveries/plan", title: "Tagesplan", access: "staff", section: "Lieferungen", tab: "Tagesplan",
    page: () => import("#web/features/deliveries/deliveries/delivery-plan-page.tsx"),
    loader: () => import("#web/features/deliveries/deliveries/delivery-plan-loader.ts") },
  { path: "/deliveries/collect", title: "Sammelliste", access: "staff", section: "Lieferungen", tab: "Sammelliste", scans: true,
    search: passThrough<search.CollectSearch>,
    page: () => import("#web/features/deliveries/collect/collect-page.tsx"),
    loader: () => import("#web/features/deliveries/collect/collect-loader.ts") },
  { path: "/tours", title: "Touren", access: "staff", section: "Lieferungen", tab: "Touren", search: passThrough<search.TourSearch>,
    page: () => import("#web/features/deliveries/tours/tour-list-page.tsx") },
  { path: "/tours/$id", title: "Tour", access: "staff", section: "Lieferungen", tab: "Touren",
    page: () => import("#web/features/deliveries/tours/tour-page.tsx") },
  { path: "/closing-days", title: "Schließtage", access: "staff", section: "Lieferungen", tab: "Schließtage",
    page: () => import("#web/features/deliveries/closing-days/closing-day-list-page.tsx") },
  { path: "/deliveries/$id", title: "Lieferung", access: "user", section: "Lieferungen", tab: "Überblick", scans: true,
    page: () => import("#web/features/deliveries/deliveries/delivery-page.tsx"),
    loader: () => import("#web/features/deliveries/deliveries/delivery-loader.ts") },

  { path: "/billing", title: "Abrechnung", access: "staff", section: "Abrechnung", tab: "Monat",
    search: passThrough<search.BillingSearch>,
    page: () => import("#web/features/billing/months/month-page.tsx") },
  { path: "/billing/run", title: "Monat abrechnen", access: "staff", section: "Abrechnung", tab: "Monat",
    search: passThrough<{ month?: string | undefined }>,
    page: () => import("#web/features/billing/invoices/run-page.tsx") },
  { path: "/billing/invoices", title: "Rechnungen", access: "user", section: "Rechnungen", staffSection: "Abrechnung", staffTab: "Rechnungen",
    search: passThrough<search.InvoiceSearch>,
    page: () => import("#web/features/billing/invoices/invoice-list-page.tsx") },
  { path: "/billing/invoices/$id", title: "Rechnung", access: "user", section: "Rechnungen", staffSection: "Abrechnung", staffTab: "Rechnungen",
    search: passThrough<search.InvoiceLineSearch>,
    page: () => import("#web/features/billing/invoices/invoice-page.tsx") },
  { path: "/billing/prices", title: "Preislisten", access: "staff", section: "Abrechnung", tab: "Preislisten",
    search: passThrough<search.PriceSearch>,
    page: () => import("#web/features/billing/price-lists/price-lists-page.tsx") },
  { path: "/billing/accounting", title: "Buchhaltung", access: "staff", section: "Abrechnung", tab: "Buchhaltung",
    page: () => import("#web/features/billing/accounting/accounting-page.tsx") },
  { path: "/billing/provider", title: "Unser Archiv", access: "staff", section: "Abrechnung", tab: "Unser Archiv",
    page: () => import("#web/features/billing/provider/provider-page.tsx") },
  { path: "/billing/$id", title: "Vorschau", access: "staff", section: "Abrechnung", tab: "Monat",
    search: passThrough<search.BillingSearch>,
    page: () => import("#web/features/billing/months/preview-page.tsx") },

  { path: "/services", title: "Services", access: "staff", section: "Services",
    page: () => import("#web/features/paper/services/services-page.tsx") },
  { path: "/services/labelprints", title: "Etikettendruck", access: "staff", section: "Services", tab: "Drucken", scans: true,
    search: listed<typeof labelBoxList>,
    page: () => import("#web/features/paper/labels/label-prints-page.tsx") },
  { path: "/services/rowlabels", title: "Reihenetiketten", access: "staff", section: "Services", tab: "Drucken",
    page: () => import("#web/features/paper/labels/row-labels-page.tsx") },

  { path: "/services/boxesoverview", title: "Boxenübersicht", access: "staff", section: "Services", tab: "Papiere",
    search: passThrough<search.CustomerRangeSearch>,
    page: () => import("#web/features/paper/services/boxes-overview-print-page.tsx") },
  { path: "/services/archivelists", title: "Archivlisten", access: "staff", section: "Services", tab: "Papiere",
    search: passThrough<search.CustomerRangeSearch>,
    page: () => import("#web/features/paper/services/archive-lists-page.tsx") },
  { path: "/services/destroyrequests", title: "Vernichtungsanfrage", access: "staff", section: "Services", tab: "Papiere",
    search: search.destroyRequestSearch,
    page: () => import("#web/features/paper/services/destroy-requests-page.tsx") },
  { path: "/services/destroylists", title: "Vernichtungslisten", access: "staff", section: "Services", tab: "Papiere",
    search: passThrough<search.DestroyListSearch>,
    page: () => import("#web/features/paper/services/destroy-lists-page.tsx") },

  { path: "/services/destruction", title: "Sammelvernichtung", access: "staff", section: "Services", tab: "Vernichtung",
    search: passThrough<search.CustomerPageSearch>,
    page: () => import("#web/features/destruction/collective/destruction-page.tsx") },
  { path: "/services/destruction/$id", title: "Sammelvernichtung", access: "staff", section: "Services", tab: "Vernichtung",
    page: () => import("#web/features/destruction/collective/destroyed-page.tsx") },
  { path: "/services/destructions", title: "Vernichtungen mit Freigabe", access: "staff", section: "Services", tab: "Vernichtung",
    search: passThrough<search.BatchSearch>,
    page: () => import("#web/features/destruction/batches/batch-list-page.tsx") },
  { path: "/services/destructions/$id", title: "Vernichtung", access: "staff", section: "Services", tab: "Vernichtung",
    page: () => import("#web/features/destruction/batches/batch-page.tsx") },
  { path: "/services/retention", title: "Aufbewahrung", access: "staff", section: "Services", tab: "Vernichtung",
    search: search.retentionSearch,
    page: () => import("#web/features/destruction/retention/retention-page.tsx") },
  { path: "/retention", title: "Aufbewahrung", access: "user", section: "Lager", tab: "Aufbewahrung", staffTab: "Vernichtung",
    search: search.retentionSearch,
    page: () => import("#web/features/destruction/retention/retention-page.tsx") },
  { path: "/retention/holds", title: "Sperren", access: "user", section: "Lager", tab: "Aufbewahrung", staffTab: "Vernichtung", search: listed<typeof holdList>,
    page: () => import("#web/features/destruction/holds/hold-list-page.tsx") },
  { path: "/services/retention/law", title: "Aufbewahrungsfristen", access: "staff", section: "Services", tab: "Vernichtung",
    page: () => import("#web/features/destruction/retention/law-page.tsx") },
  { path: "/destructions", title: "Vernichtungen mit Freigabe", access: "user", section: "Vernichtung", staffTab: "Vernichtung",
    search: passThrough<search.BatchSearch>,
    page: () => import("#web/features/destruction/batches/batch-list-page.tsx") },
  { path: "/destructions/$id", title: "Vernichtung", access: "user", section: "Vernichtung", staffTab: "Vernichtung",
    page: () => import("#web/features/destruction/batches/batch-page.tsx") },

  { path: "/services/stocktakes", title: "Inventuren", access: "staff", section: "Services", tab: "Bestand",
    search: listed<typeof stocktakeList>,
    page: () => import("#web/features/stocktake/stocktakes/stocktake-list-page.tsx") },
  { path: "/services/stocktakes/new", title: "Inventur anlegen", access: "staff", section: "Services", tab: "Bestand",
    search: search.newStocktakeSearch,
    page: () => import("#web/features/stocktake/stocktakes/stocktake-create-page.tsx") },
  { path: "/services/stocktakes/$id", title: "Inventur", access: "staff", section: "Services", tab: "Bestand",
    search: listed<typeof resultList>,
    page: () => import("#web/features/stocktake/stocktakes/stocktake-page.tsx") },
  { path: "/cases", title: "Klärfälle", access: "staff", section: "Services", tab: "Bestand",
    search: listed<typeof caseList>,
    page: () => import("#web/features/stocktake/cases/case-list-page.tsx") },
  { path: "/cases/$id", title: "Klärfall", access: "staff", section: "Services", tab: "Bestand",
    page: () => import("#web/features/stocktake/cases/case-page.tsx") },

  { path: "/services/metaupdates", title: "Metadaten aktualisieren", access: "staff", section: "Services", tab: "Daten",
    search: passThrough<search.CustomerRangeSearch>,
    page: () => import("#web/features/stock/meta/meta-updates-page.tsx") },
  { path: "/services/imports", title: "Importe", access: "staff", section: "Services", tab: "Daten", search: search.pageSearch,
    page: () => import("#web/features/exchange/imports/import-list-page.tsx") },
  { path: "/services/imports/$id", title: "Import", access: "staff", section: "Services", tab: "Daten",
    page: () => import("#web/features/exchange/imports/import-page.tsx") },
  { path: "/imports", title: "Importe", access: "user", section: "Home", staffTab: "Daten", search: search.pageSearch,
    page: () => import("#web/features/exchange/imports/import-list-page.tsx") },
  { path: "/imports/$id", title: "Import", access: "user", section: "Home", staffTab: "Daten",
    page: () => import("#web/features/exchange/imports/import-page.tsx") },
  { path: "/webhooks", title: "Webhooks", access: "user", section: "Home", staffTab: "Daten",
    page: () => import("#web/features/exchange/webhooks/webhook-list-page.tsx") },
  { path: "/webhooks/$id", title: "Webhook", access: "user", section: "Home", staffTab: "Daten",
    page: () => import("#web/features/exchange/webhooks/webhook-page.tsx") },

  { path: "/services/audit", title: "Protokoll", access: "staff", section: "Services", tab: "Nachweise", search: listed<typeof auditList>,
    page: () => import("#web/features/access/audit/audit-list-page.tsx") },
  { path: "/services/proof", title: "Versiegelung", access: "staff", section: "Services", tab: "Nachweise",
    search: listed<typeof sealList>,
    page: () => import("#web/features/access/seals/seal-list-page.tsx") },
  { path: "/services/messages", title: "Nachrichten", access: "staff", section: "Services", tab: "Nachweise",
    search: listed<typeof messageList>,
    page: () => import("#web/features/access/messages/message-list-page.tsx") },

  { path: "/reports", title: "Zahlen", access: "user", section: "Lager", tab: "Zahlen", staffTab: "Zahlen",
    search: passThrough<search.ReportSearch>,
    page: () => import("#web/features/reports/report-page.tsx") },

  { path: "/users", title: "Users", access: "staff", section: "Users", search: listed<typeof userList>,
    page: () => import("#web/features/access/users/user-list-page.tsx"),
    loader: () => import("#web/features/access/users/user-list-loader.ts") },
  { path: "/users/new", title: "User hinzufügen", access: "staff", section: "Users",
    page: () => import("#web/features/access/users/user-create-page.tsx") },
  { path: "/users/$id", title: "User", access: "staff", section: "Users",
    page: () => import("#web/features/access/users/user-page.tsx"),
    loader: () => import("#web/features/access/users/user-loader.ts") },

  { path: "/account", title: "Mein Zugang", access: "user",
    page: () => import("#web/features/access/account/account-page.tsx") },
  { path: "/colleagues", title: "Kollegen", access: "user",
    page: () => import("#web/features/access/colleagues/colleagues-page.tsx") },
  { path: "/search", title: "Suche", access: "user", search: passThrough<search.FoundSearch>,
    page: () => import("#web/features/search/search/search-page.tsx"),
    loader: () => import("#web/features/search/search/search-loader.ts") },
  { path: "/apps", title: "Apps & Scripts", access: "staff", section: "Apps & Scripts",
    page: () => import("#web/features/system/apps/app-list-page.tsx"),
    loader: () => import("#web/features/system/apps/app-list-loader.ts") },

  { path: "/password", title: "Passwort festlegen", access: "open",
    page: () => import("#web/features/access/session/password-link-page.tsx") },
  { path: "/einrichten", title: "Einrichten", access: "open",
    page: () => import("#web/features/system/setup/device-setup-page.tsx") },
  { path: "/verify/$number", title: "Bescheinigung prüfen", access: "open", search: passThrough<{ digest?: string }>,
    page: () => import("#web/features/destruction/batches/verify-page.tsx") },
] as const satisfies readonly Screen[];
