import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
} from "@tanstack/react-router";
import { Guard } from "#web/shell/guard.tsx";
import { Outside } from "#web/shell/outside.tsx";
import { NotFound } from "#web/shell/not-found.tsx";
import { PageFailed } from "#web/shell/page-failed.tsx";
import { optionsOf } from "#web/shell/screen.ts";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { redirects, routes, type Screen } from "./routes.ts";
import { idIn, parseAddress, stringifySearch } from "./search.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({ component: Guard, notFoundComponent: NotFound });
const getParentRoute = () => root;

/** An id that is no positive integer names nothing. */
const params = {
  parse: ({ id = "" }: { id?: string }) => {
    const number = idIn(id);
    if (number === undefined) throw notFound();
    return { id: number };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

const PendingOutside = () => (
  <Outside>
    <Loading />
  </Outside>
);

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute,
    path: screen.path,
    ...(screen.path.includes("$id") && { params }),
    ...(screen.search && { validateSearch: screen.search }),
    ...(screen.access === "open" && { pendingComponent: PendingOutside }),
    ...optionsOf(screen),
  });

const redirectOf = ({ path, to }: (typeof redirects)[number]) =>
  createRoute({
    getParentRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

type RouteAt<Path extends string, Search> = ReturnType<
  typeof createRoute<
    unknown,
    typeof root,
    Path,
    ResolveFullPath<typeof root, Path>,
    string,
    ResolveId<typeof root, string, Path>,
    Search,
    Path extends `${string}$id` ? { id: number } : ResolveParams<Path>
  >
>;
type RoutesOf<Rows extends readonly { readonly path: string }[]> = {
  [Key in keyof Rows]: RouteAt<Rows[Key]["path"], Rows[Key] extends { search: infer Search } ? Search : undefined>;
};

/** With the types of their addresses, by which every link is checked: `map` loses them. */
const children = [...routes.map(routeOf), ...redirects.map(redirectOf)] as unknown as [
  ...RoutesOf<typeof routes>,
  ...RoutesOf<typeof redirects>,
];

export const router = createRouter({
  routeTree: root.addChildren(children),
  parseSearch: parseAddress,
  stringifySearch,
  defaultPreload: "intent",
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
