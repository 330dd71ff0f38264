import { askAhead } from "#web/loader.ts";
import type { Screen } from "#web/routes.ts";
import type { RawSearch } from "#web/search.ts";
import { lazyPage } from "./lazy-page.ts";
import { bringFiles } from "./page-files.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** None at an address that has no screen. */
    screen?: Screen;
  }
}

interface Entered {
  readonly params: object;
  readonly location: { readonly search: object };
  readonly preload: boolean;
}

const nothing = () => undefined;

/** Returns the router's options for a screen: its code comes when it is wanted, behind the data that it asks for first. */
export function optionsOf(screen: Screen) {
  /** Where it does not come, the page asks by itself. */
  const loader = async () => screen.loader?.().catch(nothing);
  return {
    staticData: { screen },
    // the data go out first: the code is more than a browser fetches at once
    component: lazyPage(() => loader().then(screen.page)),
    loader: ({ params, location, preload }: Entered) => {
      const { id = 0 } = params as { id?: number };
      const search = location.search as RawSearch;
      bringFiles(screen.path);
      if (!preload)
        void loader().then((found) => found && askAhead(found.load, screen.access === "staff", { id, search }));
    },
  };
}
