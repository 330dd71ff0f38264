import type { StaticDataRouteOption } from "@tanstack/react-router";
import type { RawSearch } from "#web/search.ts";
import { askAhead } from "./ask-ahead.ts";
import { lazyPage } from "./lazy-page.ts";
import { bringFiles } from "./page-files.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The document's title until the page knows better. */
    title?: string;
    /** For staff only (specification 6). */
    staff?: true;
    /** Takes scans itself, from the moment on in which it is wanted (ui/scan-door.ts). */
    scans?: true;
    /** Needs no session and stands outside the layout. */
    open?: true;
  }
}

export interface Entered {
  readonly route: { readonly fullPath: string };
  readonly params: object;
  readonly location: { readonly search: object };
  readonly preload: boolean;
}

/** A screen at an address: its title, its code, which comes when it is wanted, and what it asks for first. */
export function screen(
  title: string,
  load: Parameters<typeof lazyPage>[0],
  staticData?: Pick<StaticDataRouteOption, "staff" | "scans" | "open">,
) {
  return {
    staticData: { title, ...staticData },
    component: lazyPage(load),
    loader: ({ route, params: named, location, preload }: Entered) => {
      const { id } = named as { id?: number };
      const search = location.search as RawSearch;
      bringFiles(route.fullPath);
      if (!preload && !staticData?.open)
        askAhead({ path: route.fullPath, isForStaff: staticData?.staff ?? false, id, search });
    },
  };
}
