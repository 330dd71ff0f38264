import { createRootRoute, createRoute, createRouter, notFound, redirect } from "@tanstack/react-router";
import { Guard, Outside } from "#web/shell/guard.tsx";
import { lazyPage } from "#web/shell/lazy-page.ts";
import { NotFound } from "#web/shell/not-found.tsx";
import { PageFailed } from "#web/shell/page-failed.tsx";
import { Loading } from "#web/ui/loading.tsx";
import {
  areaSearch,
  boxSearch,
  customerSearch,
  destructionSearch,
  idIn,
  loginSearch,
  newRowSearch,
  metaSearch,
  parseSearch,
  rowSearch,
  stringifySearch,
  userSearch,
} from "./search.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The document's title until the page knows better. */
    title?: string;
    /** For staff only (specification 6). */
    staff?: true;
    /** Needs no session and stands outside the layout. */
    open?: true;
  }
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({ component: Guard, notFoundComponent: NotFound });
const getParentRoute = () => root;

/** An id that is no positive integer names nothing. */
const params = {
  parse: ({ id }: { id: string }) => {
    const number = idIn(id);
    if (number === undefined) throw notFound();
    return { id: number };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

function redirectTo(to: "/home" | "/stock/overview" | "/customers/overview") {
  return () => {
    throw redirect({ to, replace: true });
  };
}

// Every address of specification 2; one line of imports is one screen's own chunk.
const tree = root.addChildren([
  createRoute({ getParentRoute, path: "/", beforeLoad: redirectTo("/home") }),
  createRoute({
    getParentRoute,
    path: "/login",
    validateSearch: loginSearch,
    staticData: { title: "Anmelden", open: true },
    component: lazyPage(() => import("#web/features/session/login-page.tsx")),
    pendingComponent: () => (
      <Outside>
        <Loading />
      </Outside>
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/home",
    staticData: { title: "Home" },
    component: lazyPage(() => import("#web/features/home/home-page.tsx")),
  }),

  createRoute({ getParentRoute, path: "/stock", beforeLoad: redirectTo("/stock/overview") }),
  createRoute({
    getParentRoute,
    path: "/stock/overview",
    staticData: { title: "Überblick" },
    component: lazyPage(() => import("#web/features/boxes/boxes-overview-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/boxes",
    validateSearch: boxSearch,
    staticData: { title: "Boxen" },
    component: lazyPage(() => import("#web/features/boxes/box-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/boxes/new",
    staticData: { title: "Boxen hinzufügen", staff: true },
    component: lazyPage(() => import("#web/features/boxes/box-create-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/boxes/$id",
    params,
    staticData: { title: "Box" },
    component: lazyPage(() => import("#web/features/boxes/box-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/areas",
    validateSearch: areaSearch,
    staticData: { title: "Bereiche", staff: true },
    component: lazyPage(() => import("#web/features/areas/area-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/areas/new",
    staticData: { title: "Bereich hinzufügen", staff: true },
    component: lazyPage(() => import("#web/features/areas/area-create-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/areas/$id",
    params,
    staticData: { title: "Bereich", staff: true },
    component: lazyPage(() => import("#web/features/areas/area-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/rows",
    validateSearch: rowSearch,
    staticData: { title: "Reihen", staff: true },
    component: lazyPage(() => import("#web/features/rows/row-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/rows/new",
    validateSearch: newRowSearch,
    staticData: { title: "Reihe hinzufügen", staff: true },
    component: lazyPage(() => import("#web/features/rows/row-create-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/stock/rows/$id",
    params,
    staticData: { title: "Reihe", staff: true },
    component: lazyPage(() => import("#web/features/rows/row-page.tsx")),
  }),

  createRoute({ getParentRoute, path: "/customers", beforeLoad: redirectTo("/customers/overview") }),
  createRoute({
    getParentRoute,
    path: "/customers/overview",
    validateSearch: customerSearch,
    staticData: { title: "Kunden", staff: true },
    component: lazyPage(() => import("#web/features/customers/customer-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/customers/new",
    staticData: { title: "Kunde hinzufügen", staff: true },
    component: lazyPage(() => import("#web/features/customers/customer-create-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/customers/$id",
    params,
    staticData: { title: "Kunde", staff: true },
    component: lazyPage(() => import("#web/features/customers/customer-page.tsx")),
  }),

  createRoute({
    getParentRoute,
    path: "/services",
    staticData: { title: "Services", staff: true },
    component: lazyPage(() => import("#web/features/services/services-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/services/destruction",
    validateSearch: destructionSearch,
    staticData: { title: "Sammelvernichtung", staff: true },
    component: lazyPage(() => import("#web/features/destruction/destruction-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/services/metaupdates",
    validateSearch: metaSearch,
    staticData: { title: "Metadaten aktualisieren", staff: true },
    component: lazyPage(() => import("#web/features/meta/meta-updates-page.tsx")),
  }),

  createRoute({
    getParentRoute,
    path: "/users",
    validateSearch: userSearch,
    staticData: { title: "Users", staff: true },
    component: lazyPage(() => import("#web/features/users/user-list-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/users/new",
    staticData: { title: "User hinzufügen", staff: true },
    component: lazyPage(() => import("#web/features/users/user-create-page.tsx")),
  }),
  createRoute({
    getParentRoute,
    path: "/users/$id",
    params,
    staticData: { title: "User", staff: true },
    component: lazyPage(() => import("#web/features/users/user-page.tsx")),
  }),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
