import { routes, type Screen } from "#web/routes.ts";
import { mayOpen, placeOf } from "#web/shell/menu.ts";
import { hasStaffTwin } from "#web/shell/screen-places.ts";

const screens: readonly Screen[] = routes;

/** Returns the screens that a user may open without naming a thing, each once, with their places. */
export const ownScreens = (isStaff: boolean) =>
  screens
    .filter(
      (screen) =>
        screen.access !== "open" &&
        !screen.path.includes("$") &&
        mayOpen(screen, isStaff) &&
        !(isStaff && hasStaffTwin(screen, screens)),
    )
    .map((screen) => ({ ...placeOf(screen.path, isStaff), title: screen.title, path: screen.path }));
